export const TEXT_COMMANDS = [
  ...(['bold', 'italic', 'code', 'link', 'heading', 'quote', 'list', 'numbers'] as const),
  ...(['note', 'spoiler', 'undo', 'redo'] as const),
] as const;
export type TextCommand = (typeof TEXT_COMMANDS)[number];

export const COMMAND_NAMES = {
  bold: 'editor.command.bold',
  italic: 'editor.command.italic',
  code: 'editor.command.code',
  link: 'editor.command.link',
  heading: 'editor.command.heading',
  quote: 'editor.command.quote',
  list: 'editor.command.list',
  numbers: 'editor.command.numbers',
  note: 'editor.command.note',
  spoiler: 'editor.command.spoiler',
  undo: 'editor.command.undo',
  redo: 'editor.command.redo',
} as const satisfies Record<TextCommand, string>;

/** As `aria-keyshortcuts` writes them. */
export const COMMAND_KEYS: Partial<Record<TextCommand, string>> = {
  bold: 'Control+B',
  italic: 'Control+I',
  code: 'Control+E',
  link: 'Control+K',
  heading: 'Control+Alt+2',
  quote: 'Control+Shift+9',
  list: 'Control+Shift+8',
  numbers: 'Control+Shift+7',
  undo: 'Control+Z',
  redo: 'Control+Y',
};
