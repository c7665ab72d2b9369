import { createHash } from 'node:crypto';

/** Characters from the end of a log, where a crash stands; lines of that; and characters of a line. */
const [TAIL, LINES, LINE] = [256 * 1024, 4000, 400];
/** The innermost of a stack: how the game came there differs more than where it stopped. */
const FRAMES = 12;
/** Lines of source or of signs between two frames of one stack. */
const GAP = 2;

/**
 * The same for the same crash of another player, on another machine, another day and mostly of another version: of the last stack
 * in a log, the names of its functions and files. Left out are addresses and offsets, numbers of lines and frames, times, folders,
 * ids, versions in names of files, the source that some print beside a frame, and a function that calls itself. Of a stack of one
 * function the message before it counts, too, without what is quoted and without numbers.
 *
 * It knows the stacks of GameMaker, Unity and C#, Java, JavaScript, Python, gdb, glibc and Windows. Whatever a log holds, it
 * reads 4,000 lines of 400 characters at most, with patterns that look at no character of a line more than a few times.
 * @returns undefined without a stack
 */
export function hashCrash(log: string): string | undefined {
  const lines = log.slice(-TAIL).split('\n').slice(-LINES);
  const stacks = parseStacks(lines.map((line) => withoutTime(line.slice(0, LINE).trim())));
  const last = stacks.findLast(({ frames }) => frames.length > 1) ?? stacks.at(-1);
  if (last === undefined) return undefined;
  const { frames, message } = last;
  const words = frames.length > 1 ? frames : [...frames, plainMessage(message)];
  return createHash('sha256').update(words.slice(0, FRAMES).join('\n')).digest('hex').slice(0, 32);
}

interface Stack {
  /** The innermost first, each once in a row. */
  readonly frames: readonly string[];
  /** The line before it. */
  readonly message: string;
}

function parseStacks(lines: readonly string[]): Stack[] {
  const stacks: Stack[] = [];
  let frames: string[] = [];
  let [message, before, gap] = ['', '', 0];
  const end = () => {
    const names = (frames.some(isOfPython) ? frames.toReversed() : frames).map(plainFrame).filter((one) => one !== '');
    const each = names.filter((name, at) => name !== names[at - 1]);
    if (each.length > 0) stacks.push({ frames: each, message });
    frames = [];
  };
  for (const line of lines) {
    if (isFrame(line)) {
      if (frames.length === 0) message = before;
      frames.push(line);
      gap = 0;
    } else if (frames.length > 0 && (gap += 1) > GAP) end();
    if (/\w/.test(line)) before = line;
  }
  end();
  return stacks;
}

function withoutTime(line: string): string {
  const words = line.split(/\s+/);
  const first = words.findIndex((word) => !/^[[(]?[\d:.,/TZ+-]+[\])]?$/.test(word) && !/^\[\w+\]:?$/.test(word));
  return first === -1 ? '' : words.slice(first).join(' ');
}

function isFrame(line: string): boolean {
  return (
    /^(?:at \S|#\d+ |gml_\w|File "|[\w.~-]{1,100}!\w)/.test(line) ||
    line.includes(') (at ') ||
    /\(\w{0,200}\+0x[\da-f]/.test(line)
  );
}

function isOfPython(line: string): boolean {
  return line.startsWith('File "');
}

function plainFrame(line: string): string {
  const [text = ''] = line.split('(line ');
  const frame = isOfPython(line) ? text : text.replaceAll(/"[^"]*"/g, '');
  const words = frame.split(/[\s"'()[\]{}<>,;=|]+/).map(plainWord);
  return words.filter((word) => word !== '' && !FILLERS.has(word)).join(' ');
}

const FILLERS = new Set(['at', 'in', 'from', 'line', 'ref', 'of', 'File']);

function plainWord(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? '';
  const [plain = ''] = name.split(/\+0x|:(?=\d|line)/);
  const isNumber = /^(?:#?[+-]?\d+|0x[\da-f]*|(?=\D*\d)[\da-f-]{8,})$/i.test(plain);
  return isNumber ? '' : plain.replaceAll(/[._-]?\d{1,9}(?:\.\d{1,9}){1,4}/g, '');
}

function plainMessage(line: string): string {
  const words = line.replaceAll(/"[^"]*"|'[^']*'/g, '').split(/[\s(),:]+/);
  return words.filter((word) => !/\d/.test(word)).join(' ');
}
