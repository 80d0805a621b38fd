// Files from a drop, a paste or a selection, in the order of the file list. Folders with everything
// in them.
import type { NamedContent } from '../api/upload-list.ts';
import { componentTexts as texts } from '../texts/components.ts';

/** A folder with more was probably chosen by mistake. */
const mostFiles = 500;
/** Those that systems leave in folders. */
const hidden = /^(\.|Thumbs\.db$|desktop\.ini$)/;

export function filesAsContents(files: Iterable<File>): NamedContent[] {
  return [...files]
    .filter(({ name, webkitRelativePath }) => !webkitRelativePath || !hidden.test(name))
    .slice(0, mostFiles)
    .map((file) => ({ name: file.name, content: file }));
}

export async function droppedContents({ items, files }: DataTransfer): Promise<NamedContent[]> {
  // Entries are gone after the first await in this function.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return filesAsContents(files);
  const found: File[] = [];
  for (const entry of entries) await collect(entry, found);
  return filesAsContents(found);
}

export function pastedContents({ files }: DataTransfer): NamedContent[] {
  // Browsers give every pasted picture the same name.
  return [...files].map((file) => ({
    name: file.name.replace(/^image(?=\.\w+$)/, texts.pastedPicture),
    content: file,
  }));
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= mostFiles || hidden.test(entry.name)) return;
  if (entry.isFile) {
    found.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader returns a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const each of some) await collect(each, found);
  }
}
