import { useEffect, useId, useState } from 'react';

import { useText } from '#app/current/locale.ts';
import { Field } from '#lib/ui/field.tsx';
import { Dialog } from '#lib/ui/overlays/dialog.tsx';

import { COMMANDS, COMMAND_NAMES, formatShortcut } from './text-command.ts';
import type { Command } from './text-command.ts';

interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  run: (command: Command) => void;
}

export function CommandPalette({ open, onClose, run }: CommandPaletteProps) {
  const { text } = useText();
  const [typed, setTyped] = useState('');
  const fieldId = useId();
  // The dialog itself gives the focus to its close button.
  useEffect(() => {
    if (open) document.getElementById(fieldId)?.focus();
  }, [open, fieldId]);
  const names = COMMANDS.filter((command) => command !== 'palette').map((command) => ({
    command,
    name: text(COMMAND_NAMES[command]),
  }));
  const found = names.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const choose = (command: Command | undefined) => {
    setTyped('');
    onClose();
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
            id={fieldId}
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
          <output className="block text-sm text-muted">{text('editor.command.found', { count: found.length })}</output>
          <CommandList found={found} choose={choose} />
        </div>
      )}
    </Dialog>
  );
}

interface CommandListProps {
  found: readonly { command: Command; name: string }[];
  choose: (command: Command) => void;
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
            <span>{name}</span>
            <kbd className="font-sans text-sm text-muted">{formatShortcut(command)}</kbd>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function ShortcutHelp({ open, onClose }: Pick<CommandPaletteProps, 'open' | 'onClose'>) {
  const { text } = useText();
  const withKeys = COMMANDS.filter((command) => formatShortcut(command) !== undefined);
  return (
    <Dialog open={open} onClose={onClose} title={text('editor.command.help')} close={text('editor.command.close')}>
      {open && (
        <div className="space-y-4">
          <p>{text('editor.help.about')}</p>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2">
            {withKeys.map((command) => (
              <div key={command} className="contents">
                <dt>
                  <kbd className="rounded-lg border-2 border-(--edge) px-2 py-0.5 font-sans text-sm font-bold">
                    {formatShortcut(command)}
                  </kbd>
                </dt>
                <dd>{text(COMMAND_NAMES[command])}</dd>
              </div>
            ))}
          </dl>
          <p className="text-sm text-muted">{text('editor.help.mac')}</p>
        </div>
      )}
    </Dialog>
  );
}
