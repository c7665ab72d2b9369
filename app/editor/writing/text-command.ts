const TEXT_COMMANDS = [
  'bold',
  'italic',
  'code',
  'link',
  'heading',
  'subheading',
  'quote',
  'list',
  'numbers',
  'note',
  'tip',
  'warning',
  'spoiler',
  'gallery',
  'video',
  'stores',
  'patchnotes',
  'download',
  'undo',
  'redo',
] as const;
export type TextCommand = (typeof TEXT_COMMANDS)[number];

const PAGE_COMMANDS = ['save', 'image', 'releases', 'palette', 'help'] as const;
type PageCommand = (typeof PAGE_COMMANDS)[number];

export const COMMANDS = [...TEXT_COMMANDS, ...PAGE_COMMANDS] as const;
export type Command = TextCommand | PageCommand;

export function isTextCommand(command: Command): command is TextCommand {
  return TEXT_COMMANDS.some((one) => one === command);
}

export const COMMAND_NAMES = {
  bold: 'editor.command.bold',
  italic: 'editor.command.italic',
  code: 'editor.command.code',
  link: 'editor.command.link',
  heading: 'editor.command.heading',
  subheading: 'editor.command.subheading',
  quote: 'editor.command.quote',
  list: 'editor.command.list',
  numbers: 'editor.command.numbers',
  note: 'editor.command.note',
  tip: 'editor.command.tip',
  warning: 'editor.command.warning',
  spoiler: 'editor.command.spoiler',
  gallery: 'editor.command.gallery',
  video: 'editor.command.video',
  stores: 'editor.command.stores',
  patchnotes: 'editor.command.patchnotes',
  download: 'editor.command.download',
  undo: 'editor.command.undo',
  redo: 'editor.command.redo',
  save: 'editor.command.save',
  image: 'editor.command.image',
  releases: 'editor.command.releases',
  palette: 'editor.command.palette',
  help: 'editor.command.help',
} as const satisfies Record<Command, string>;

export const COMMAND_KEYS: Partial<Record<Command, string>> = {
  bold: 'Control+B',
  italic: 'Control+I',
  code: 'Control+E',
  link: 'Control+K',
  heading: 'Control+Alt+2',
  subheading: 'Control+Alt+3',
  quote: 'Control+Shift+9',
  list: 'Control+Shift+8',
  numbers: 'Control+Shift+7',
  undo: 'Control+Z',
  redo: 'Control+Y',
  save: 'Control+S',
  palette: 'Control+/',
  help: '?',
};

export function formatShortcut(command: Command): string | undefined {
  return COMMAND_KEYS[command]?.replaceAll('Control', 'Ctrl');
}
