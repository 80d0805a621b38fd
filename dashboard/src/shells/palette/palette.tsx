// The command palette (⌘K or Ctrl K): go to any page, run a few actions, find a record. It is the
// browser's own modal dialog with a combobox, so that it keeps the focus and works with the
// keyboard only. Loaded when you open it for the first time.
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icons.tsx';
import { pagePaths } from '../../page-paths.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import { type Command, commandsFor, matching } from './commands.ts';
import { useFoundRecords } from './found-records.ts';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onLogOut: () => void;
}

export function Palette({ onClose, onLogOut }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const open = (path: string) => void navigate({ href: path });
  const records = useFoundRecords(typed, (recordId) => void navigate({ to: pagePaths.record, params: { recordId } }));
  const shown = [...records, ...matching(commandsFor({ open, logOut: onLogOut }), typed)];
  const current = Math.min(place, shown.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPlace((current + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(shown[current]);
    }
  };
  useLayoutEffect(() => {
    const opened = dialog.current!;
    opened.showModal();
    // Closed before it leaves the page, because only then does the focus return to its old place.
    return () => opened.close();
  }, []);
  useLayoutEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current]);
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={texts.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A click on the backdrop, which belongs to the dialog itself.
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={texts.field}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current >= 0 ? `${listId}-${current}` : undefined}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div id={listId} role="listbox" aria-label={texts.title} className="palette-list">
        {shown.map((command, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={`${command.label} ${command.hint}`}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === current}
            onPointerMove={() => setPlace(at)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span>{command.label}</span>
            <span className="quiet">{command.hint}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="palette-none quiet">{texts.none}</p>}
      <p className="palette-keys quiet">{texts.keys}</p>
    </dialog>
  );
}
