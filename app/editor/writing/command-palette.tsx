import { useState } from 'react';

import { useText } from '#app/current/locale.ts';
import { Dialog } from '#lib/ui/overlays/dialog.tsx';
import { Field } from '#lib/ui/field.tsx';

import { COMMAND_KEYS, COMMAND_NAMES, TEXT_COMMANDS } from './text-command.ts';
import type { TextCommand } from './text-command.ts';

interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  run: (command: TextCommand) => void;
}

/** Every command by a part of its name; Enter takes the first. */
export function CommandPalette({ open, onClose, run }: CommandPaletteProps) {
  const { text } = useText();
  const [typed, setTyped] = useState('');
  const names = TEXT_COMMANDS.map((command) => ({ command, name: text(COMMAND_NAMES[command]) }));
  const found = names.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const choose = (command: TextCommand | undefined) => {
    setTyped('');
    onClose();
    // Once the dialog has given the focus back.
    if (command !== undefined) setTimeout(() => run(command));
  };
  return (
    <Dialog
      open={open}
      onClose={() => choose(undefined)}
      title={text('editor.command.palette')}
      close={text('editor.command.close')}
    >
      {open && (
        <div className="space-y-4">
          <Field
            type="search"
            label={text('editor.command.find')}
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              choose(found[0]?.command);
            }}
          />
          <CommandList found={found} choose={choose} />
        </div>
      )}
    </Dialog>
  );
}

interface CommandListProps {
  found: readonly { command: TextCommand; name: string }[];
  choose: (command: TextCommand) => void;
}

function CommandList({ found, choose }: CommandListProps) {
  return (
    <ul className="space-y-1">
      {found.map(({ command, name }) => (
        <li key={command}>
          <button
            type="button"
            className="flex min-h-11 w-full items-center justify-between gap-4 rounded-xl px-3 text-start font-bold hover:bg-(--tint)"
            onClick={() => choose(command)}
          >
            {name}
            <kbd className="font-sans text-sm text-muted">{COMMAND_KEYS[command]?.replaceAll('Control', 'Ctrl')}</kbd>
          </button>
        </li>
      ))}
    </ul>
  );
}
