import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import type { TakenTextarea } from './code-mirror.ts';
import { CommandPalette, ShortcutHelp } from './command-palette.tsx';
import { ImageUpload, useUploads } from './image-upload.tsx';
import { COMMAND_KEYS, COMMAND_NAMES, isTextCommand, formatShortcut } from './text-command.ts';
import type { Command } from './text-command.ts';
import '../editor.css';

interface TextEditorProps {
  name: string;
  label: string | undefined;
  hint: string;
  error: string | undefined;
  defaultValue: string;
  /** Gets what is done with the text while CodeMirror has it. */
  onTaken: (taken: TakenTextarea | undefined) => void;
}

export function TextEditor({ onTaken, ...field }: TextEditorProps) {
  const { text } = useText();
  const root = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [dialog, show] = useState<'palette' | 'help' | 'images'>();
  const goToReleases = useWayTo('/editor/releases');
  const [uploads, connect] = useUploads();
  const addImages = (files: readonly File[]) => {
    if (files.length === 0) return;
    uploads.add(files);
    show('images');
  };
  const taken = useTakenText(root, {
    label: field.label ?? '',
    onFiles: addImages,
    onPalette: () => show('palette'),
    onTaken: (one) => {
      if (one !== undefined) connect(one);
      onTaken(one);
    },
  });
  const run = (command: Command) => {
    if (isTextCommand(command)) taken?.run(command);
    else if (command === 'image') picker.current?.click();
    else if (command === 'save') saveForm(root.current?.closest('form'));
    else if (command === 'releases') goToReleases();
    else show(command);
  };
  const showImages = (isOpen: boolean) => show(isOpen ? 'images' : undefined);
  useShortcuts(root, run);
  return (
    <div ref={root} className="min-w-0 space-y-3">
      {taken && <Toolbar run={run} />}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={text('editor.command.image')}
        onChange={({ target }) => takeFiles(target, addImages)}
      />
      <ImageUpload uploads={uploads} open={dialog === 'images'} setOpen={showImages} />
      <TextareaField {...field} rows={24} spellCheck className="[&_textarea]:font-mono [&_textarea]:leading-relaxed" />
      <CommandPalette open={dialog === 'palette'} onClose={() => show(undefined)} run={run} />
      <ShortcutHelp open={dialog === 'help'} onClose={() => show(undefined)} />
    </div>
  );
}

function takeFiles(input: HTMLInputElement, take: (files: readonly File[]) => void): void {
  take([...(input.files ?? [])]);
  input.value = '';
}

function useWayTo(path: string): () => void {
  const navigate = useNavigate();
  const address = useSitePath(path);
  return () => void navigate(address);
}

interface TakeOptions {
  label: string;
  onFiles: (files: readonly File[]) => void;
  onPalette: () => void;
  onTaken: (taken: TakenTextarea | undefined) => void;
}

/** Undefined until CodeMirror is loaded, and without scripts. */
function useTakenText(
  root: RefObject<HTMLElement | null>,
  { label, ...options }: TakeOptions,
): TakenTextarea | undefined {
  const [taken, setTaken] = useState<TakenTextarea>();
  const changeTaken = useEffectEvent((one: TakenTextarea | undefined) => {
    setTaken(one);
    options.onTaken(one);
  });
  const onFiles = useEffectEvent((files: readonly File[]) => options.onFiles(files));
  const onPalette = useEffectEvent(() => options.onPalette());
  useEffect(() => {
    let isOver = false;
    let close: (() => void) | undefined;
    const take = async () => {
      const { takeOver } = await import('./code-mirror.ts');
      const area = root.current?.querySelector('textarea');
      if (isOver || !area) return;
      const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
      const one = takeOver(area, { label, nonce, onFiles: (files) => onFiles(files), onPalette: () => onPalette() });
      close = () => one.close();
      changeTaken(one);
    };
    void take();
    return () => {
      isOver = true;
      close?.();
      changeTaken(undefined);
    };
  }, [root, label]);
  return taken;
}

function Toolbar({ run }: { run: (command: Command) => void }) {
  const { text } = useText();
  return (
    <fieldset className="toolbar">
      <legend className="sr-only">{text('editor.command.toolbar')}</legend>
      {TOOLS.map(([command, mark]) => (
        <ToolButton key={command} name={text(COMMAND_NAMES[command])} command={command} onClick={() => run(command)}>
          {mark}
        </ToolButton>
      ))}
    </fieldset>
  );
}

const PICTURE = (
  <svg viewBox="0 0 24 24" className="drawn size-5">
    <rect x="3" y="5" width="18" height="14" rx="3" />
    <path d="m5 17 5-5 3 3 3-4 4 6" />
  </svg>
);

const CHAIN = (
  <svg viewBox="0 0 24 24" className="drawn size-5">
    <path d="M10 14a4 4 0 0 0 5.6 0l3-3a4 4 0 0 0-5.6-5.6l-1.4 1.4M14 10a4 4 0 0 0-5.6 0l-3 3A4 4 0 0 0 11 18.600l1.400-1.400" />
  </svg>
);

const LIST = (
  <svg viewBox="0 0 24 24" className="drawn size-5">
    <path d="M9 6h11M9 12h11M9 18h11M4.500 6v.1M4.500 12v.1M4.500 18v.1" />
  </svg>
);

const NUMBERS = (
  <svg viewBox="0 0 24 24" className="drawn size-5">
    <path d="M10 6h10M10 12h10M10 18h10M4 5l1.500-1v4.500M3.800 15.500c.4-1.300 2.400-1.200 2.400.2 0 1-1.200 1.500-2.400 3h2.500" />
  </svg>
);

const TOOLS: readonly (readonly [command: Command, mark: ReactNode])[] = [
  ['heading', 'H'],
  ['bold', <strong key="b">B</strong>],
  ['italic', <em key="i">I</em>],
  ['link', CHAIN],
  ['quote', '“'],
  ['list', LIST],
  ['numbers', NUMBERS],
  ['code', '<>'],
  ['image', PICTURE],
  ['undo', '↶'],
  ['redo', '↷'],
  ['palette', '…'],
  ['help', '?'],
];

interface ToolButtonProps {
  name: string;
  command: Command;
  onClick: () => void;
  children: ReactNode;
}

function ToolButton({ name, command, onClick, children }: ToolButtonProps) {
  const keys = formatShortcut(command);
  return (
    <button
      type="button"
      aria-label={name}
      title={keys === undefined ? name : `${name} (${keys})`}
      aria-keyshortcuts={COMMAND_KEYS[command]}
      onClick={onClick}
      className="tool"
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

function saveForm(form: HTMLFormElement | null | undefined): void {
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"][aria-keyshortcuts~="Control+S"]');
  // The router reads which button it was.
  form?.requestSubmit(button);
}

/** Saving anywhere on the page, and help wherever a question mark is no letter of what is typed. */
function useShortcuts(root: RefObject<HTMLElement | null>, run: (command: Command) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isSave && !event.shiftKey) {
      event.preventDefault();
      saveForm(root.current?.closest('form'));
    } else if (event.key === '?' && isPlain && !isTyping(event.target)) run('help');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
