// Passes a file to the browser's downloads.
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once, because some browsers read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
