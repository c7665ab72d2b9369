import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';

import { useText } from '#app/current/locale.ts';
import { TextareaField } from '#lib/ui/field.tsx';

import type { TakenTextarea } from './code-mirror.ts';
import { CommandPalette } from './command-palette.tsx';
import { ImageUpload } from './image-upload.tsx';
import { TextPreview } from './text-preview.tsx';
import { COMMAND_KEYS, COMMAND_NAMES } from './text-command.ts';
import type { TextCommand } from './text-command.ts';

interface TextEditorProps {
  name: string;
  label: string | undefined;
  hint: string;
  error: string | undefined;
  defaultValue: string;
}

/** A textarea, which CodeMirror takes over once the page stands, with a preview beside it. */
export function TextEditor(field: TextEditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const taken = useRef<TakenTextarea>(undefined);
  const [isTaken, setIsTaken] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const take = useEffectEvent(async (isOver: () => boolean) => {
    const { takeOver } = await import('./code-mirror.ts');
    const area = root.current?.querySelector('textarea');
    if (isOver() || !area) return;
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    const onPalette = () => setIsPaletteOpen(true);
    taken.current = takeOver(area, { label: field.label ?? '', nonce, onFiles: setFiles, onPalette });
    setIsTaken(true);
  });
  useEffect(() => {
    let isOver = false;
    void take(() => isOver);
    return () => {
      isOver = true;
      taken.current?.close();
      taken.current = undefined;
    };
  }, []);
  useSaveShortcut(root);
  const run = (command: TextCommand) => taken.current?.run(command);
  return (
    <div ref={root} className="grid min-w-0 gap-5 xl:grid-cols-2">
      <div className="min-w-0 space-y-3">
        {isTaken && <Toolbar run={run} onFiles={setFiles} onPalette={() => setIsPaletteOpen(true)} />}
        <TextareaField
          {...field}
          rows={24}
          spellCheck
          className="[&_textarea]:font-mono [&_textarea]:leading-relaxed"
        />
      </div>
      {isTaken && <TextPreview root={root} name={field.name} />}
      <CommandPalette open={isPaletteOpen} onClose={() => setIsPaletteOpen(false)} run={run} />
      <ImageUpload files={files} onDone={() => setFiles([])} insert={(markdown) => taken.current?.insert(markdown)} />
    </div>
  );
}

interface ToolbarProps {
  run: (command: TextCommand) => void;
  onFiles: (files: File[]) => void;
  onPalette: () => void;
}

function Toolbar({ run, onFiles, onPalette }: ToolbarProps) {
  const { text } = useText();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">{text('editor.command.toolbar')}</legend>
      {TOOLS.map(([command, mark]) => (
        <ToolButton
          key={command}
          name={text(COMMAND_NAMES[command])}
          keys={COMMAND_KEYS[command]}
          onClick={() => run(command)}
        >
          {mark}
        </ToolButton>
      ))}
      <ToolButton name={text('editor.command.image')} onClick={() => picker.current?.click()}>
        <svg viewBox="0 0 24 24" className="drawn size-5" aria-hidden="true">
          <rect x="3" y="5" width="18" height="14" rx="3" />
          <path d="m5 17 5-5 3 3 3-4 4 6" />
        </svg>
      </ToolButton>
      <ToolButton name={text('editor.command.palette')} keys="Control+/" onClick={onPalette}>
        …
      </ToolButton>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={text('editor.command.image')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </fieldset>
  );
}

const TOOLS: readonly (readonly [command: TextCommand, mark: ReactNode])[] = [
  ['heading', 'H'],
  ['bold', <strong key="b">B</strong>],
  ['italic', <em key="i">I</em>],
  ['link', '🔗︎'],
  ['quote', '“'],
  ['list', '•'],
  ['numbers', '①'],
  ['code', '<>'],
  ['undo', '↶'],
  ['redo', '↷'],
];

interface ToolButtonProps {
  name: string;
  keys?: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

function ToolButton({ name, keys, onClick, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={keys === undefined ? name : `${name} (${keys.replaceAll('Control', 'Ctrl')})`}
      aria-keyshortcuts={keys}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-xl border-2 border-(--edge) bg-(--surface) font-bold hover:bg-(--accent) hover:text-(--on-accent)"
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

/** Anywhere in the form, as the button does it. */
function useSaveShortcut(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = root.current?.closest('form');
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      const button = form?.querySelector<HTMLButtonElement>('button[type="submit"][aria-keyshortcuts~="Control+S"]');
      // The router reads which button it was.
      form?.requestSubmit(button);
    };
    form?.addEventListener('keydown', press);
    return () => form?.removeEventListener('keydown', press);
  }, [root]);
}
