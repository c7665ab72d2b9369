import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorSelection, Transaction } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';

import type { TextCommand } from './text-command.ts';

export interface TakenTextarea {
  run(command: TextCommand): void;
  /** With a blank line before and after it, where the cursor is. */
  insertBlock(markdown: string): void;
  /** Where the old text still stands. As if it had been typed at once: undoing takes back what stood first. */
  replace(old: string, markdown: string): void;
  goToLine(line: number): void;
  focus(): void;
  /** Gives the textarea back with all that is typed. */
  close(): void;
}

interface TakeOverOptions {
  label: string;
  nonce: string | undefined;
  onFiles: (files: File[]) => void;
  onPalette: () => void;
}

/** Milliseconds of rest after which the form hears of it: not all that changes the text is typed into it. */
const INPUT_DELAY_MS = 150;

/** Loaded by the editor's page alone. */
export function takeOver(area: HTMLTextAreaElement, options: TakeOverOptions): TakenTextarea {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reportInput = () => {
    clearTimeout(timer);
    if (view.state.doc === reported) return;
    reported = view.state.doc;
    area.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(reportInput, INPUT_DELAY_MS);
  };
  const isFocused = document.activeElement === area;
  const view = new EditorView({
    doc: area.value,
    ...(isFocused && { selection: { anchor: area.selectionStart, head: area.selectionEnd } }),
    extensions: extensionsFor(area, options, { reportInput, later }),
  });
  let reported = view.state.doc;
  // Whoever reads the form gets the text. To keep a long one in the textarea too would hold up the next key.
  const fillIn = ({ formData }: FormDataEvent) => fillField(view, area, formData);
  const end = new AbortController();
  area.after(view.dom);
  area.hidden = true;
  if (isFocused) goOn(view);
  area.form?.addEventListener('formdata', fillIn, end);
  area.addEventListener('change', () => takeText(view, area.value), end);
  window.addEventListener('pagehide', reportInput, { capture: true, signal: end.signal });
  return {
    run: (command) => {
      runCommand(view, command);
      view.focus();
    },
    insertBlock: (markdown) => insertBlock(view, markdown),
    replace: (old, markdown) => {
      replaceText(view, old, markdown);
      reportInput();
    },
    goToLine: (line) => goToLine(view, line),
    focus: () => view.focus(),
    close: () => {
      reportInput();
      area.value = view.state.doc.toString();
      end.abort();
      view.destroy();
      area.hidden = false;
    },
  };
}

/** For whoever writes already. */
function goOn(view: EditorView): void {
  view.focus();
  view.dispatch({ scrollIntoView: true });
}

function fillField(view: EditorView, area: HTMLTextAreaElement, form: FormData): void {
  const { doc, selection } = view.state;
  form.set(area.name, doc.toString());
  area.dataset['selection'] = `${selection.main.from} ${selection.main.to}`;
}

function takeText(view: EditorView, insert: string): void {
  if (insert === view.state.doc.toString()) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
}

function insertBlock(view: EditorView, markdown: string): void {
  const { doc, selection } = view.state;
  const { from, to } = selection.main;
  const breaks = /\n*$/.exec(doc.sliceString(Math.max(0, from - 2), from))?.[0].length ?? 0;
  const insert = `${from === 0 ? '' : '\n'.repeat(2 - breaks)}${markdown}\n\n`;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

function replaceText(view: EditorView, old: string, insert: string): void {
  const from = view.state.doc.toString().indexOf(old);
  if (from === -1) return;
  const changes = { from, to: from + old.length, insert };
  view.dispatch({ changes, annotations: Transaction.addToHistory.of(false) });
}

function goToLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  view.focus();
}

function extensionsFor(
  area: HTMLTextAreaElement,
  options: TakeOverOptions,
  { reportInput, later }: { reportInput: () => void; later: () => void },
): Extension[] {
  return [
    history(),
    markdown(),
    syntaxHighlighting(HIGHLIGHTS),
    EditorView.lineWrapping,
    THEME,
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      spellcheck: 'true',
      autocapitalize: 'sentences',
      ...(area.getAttribute('aria-describedby') && {
        'aria-describedby': area.getAttribute('aria-describedby') ?? '',
      }),
    }),
    EditorView.updateListener.of(({ docChanged }) => docChanged && later()),
    EditorView.domEventHandlers({
      paste: (event) => takeFiles(event.clipboardData, event, options.onFiles),
      drop: (event) => takeFiles(event.dataTransfer, event, options.onFiles),
      blur: reportInput,
    }),
    keymap.of([
      ...SHORTCUTS.map(([key, command]) => ({ key, run: (view: EditorView) => runCommand(view, command) })),
      { key: 'Mod-/', run: () => (options.onPalette(), true) },
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    ...(options.nonce === undefined ? [] : [EditorView.cspNonce.of(options.nonce)]),
  ];
}

const SHORTCUTS: readonly (readonly [key: string, command: TextCommand])[] = [
  ['Mod-b', 'bold'],
  ['Mod-i', 'italic'],
  ['Mod-e', 'code'],
  ['Mod-k', 'link'],
  ['Mod-Alt-2', 'heading'],
  ['Mod-Alt-3', 'subheading'],
  ['Mod-Shift-9', 'quote'],
  ['Mod-Shift-8', 'list'],
  ['Mod-Shift-7', 'numbers'],
];

function runCommand(view: EditorView, command: TextCommand): boolean {
  if (command === 'undo') return undo(view);
  if (command === 'redo') return redo(view);
  const [before, after] = MARKS[command] ?? [];
  if (before !== undefined && after !== undefined) return wrap(view, before, after);
  const prefix = PREFIXES[command];
  return prefix === undefined ? false : startLines(view, prefix);
}

const MARKS: Partial<Record<TextCommand, readonly [before: string, after: string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
  spoiler: [':::spoiler\n', '\n:::'],
  note: [':::note\n', '\n:::'],
  tip: [':::tip\n', '\n:::'],
  warning: [':::warning\n', '\n:::'],
  gallery: [':::gallery\n', '\n:::'],
  video: ['::video[', ']{youtube=""}'],
  stores: ['::stores{game="', '"}'],
  patchnotes: ['::patchnotes{game="', '"}'],
  download: ['::download[', ']{href=""}'],
};

const PREFIXES: Partial<Record<TextCommand, string>> = {
  heading: '## ',
  subheading: '### ',
  quote: '> ',
  list: '- ',
  numbers: '1. ',
};

/** Marks the selection, or takes the marks away where it has them. */
function wrap(view: EditorView, before: string, after: string): boolean {
  const change = view.state.changeByRange(({ from, to }) => {
    const { doc } = view.state;
    const isMarked =
      doc.sliceString(from - before.length, from) === before && doc.sliceString(to, to + after.length) === after;
    if (isMarked) {
      const changes = [
        { from: from - before.length, to: from },
        { from: to, to: to + after.length },
      ];
      return { changes, range: EditorSelection.range(from - before.length, to - before.length) };
    }
    const changes = [
      { from, insert: before },
      { from: to, insert: after },
    ];
    return { changes, range: EditorSelection.range(from + before.length, to + before.length) };
  });
  view.dispatch(change, { userEvent: 'input', scrollIntoView: true });
  return true;
}

function startLines(view: EditorView, prefix: string): boolean {
  const { doc, selection } = view.state;
  const { from, to } = selection.main;
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
  const lines = Array.from({ length: last - first + 1 }, (_, at) => doc.line(first + at));
  const isSet = lines.every(({ text }) => text.startsWith(prefix));
  const changes = lines.map((line) =>
    isSet ? { from: line.from, to: line.from + prefix.length } : { from: line.from, insert: prefix },
  );
  view.dispatch({ changes, userEvent: 'input', scrollIntoView: true });
  return true;
}

function takeFiles(from: DataTransfer | null, event: Event, onFiles: (files: File[]) => void): boolean {
  const files = [...(from?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  if (files.length === 0) return false;
  event.preventDefault();
  onFiles(files);
  return true;
}

const HIGHLIGHTS = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '900' },
  { tag: tags.strong, fontWeight: '800' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--link)' },
  { tag: [tags.processingInstruction, tags.meta, tags.quote], color: 'var(--muted)' },
  { tag: tags.monospace, color: 'var(--success)' },
]);

const THEME = EditorView.theme({
  '&': {
    border: '3px solid var(--edge)',
    borderRadius: '14px',
    background: 'var(--surface)',
    boxShadow: 'inset 0 4px 0 var(--tint)',
    color: 'var(--text)',
    minHeight: '24rem',
  },
  '&.cm-focused': { outline: '3px solid var(--focus)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '0.75rem 0.9rem', caretColor: 'var(--text)' },
});
