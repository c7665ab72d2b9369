/** A line of a mail as a person sees it. */
export interface MailLine {
  /** How often it is quoted: 0 for what the writer of the mail has typed. */
  readonly depth: number;
  /** Without the signs of the quote. */
  readonly text: string;
}

interface TextFormat {
  /** RFC 3676: a line that ends with a space goes on in the next one of the same depth. */
  readonly isFlowed?: boolean;
  /** That space belongs to no word. */
  readonly hasDelSp?: boolean;
}

export function linesOfText(text: string, { isFlowed = false, hasDelSp = false }: TextFormat = {}): MailLine[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  return isFlowed
    ? joinFlowed(lines, hasDelSp)
    : lines.map((line, at) => (endsAddress(line, lines[at - 1]) ? { depth: 0, text: line } : readLine(line)));
}

/** Depths of which mails are made. */
const MAX_DEPTH = 100;

/** `> > text` and `>> text`; what follows the last sign and one space is the text. */
function readLine(line: string): MailLine {
  let [depth, at] = [0, 0];
  while (depth < MAX_DEPTH && line[at] === '>') {
    depth += 1;
    at += line[at + 1] === ' ' ? 2 : 1;
  }
  return { depth, text: line.slice(at) };
}

/** The end of `<pip@example.org` and `> wrote:` is no quote. */
function endsAddress(line: string, before = ''): boolean {
  return (
    /^> ?\S{0,20} ?\S{0,20}[:：]$/.test(line.trimEnd()) && /^[^>].{0,400}<[^<>]{0,200}$/.test(before.slice(0, 600))
  );
}

/** Lines of another depth, and the line before a signature, are never joined. */
function joinFlowed(lines: readonly string[], hasDelSp: boolean): MailLine[] {
  const joined: { depth: number; parts: string[] }[] = [];
  let goesOn = false;
  for (const line of lines) {
    const depth = /^>{0,100}/.exec(line)?.[0].length ?? 0;
    const stuffed = line.slice(depth);
    const text = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed;
    const isSoft = text.endsWith(' ') && text !== '-- ';
    const part = isSoft && hasDelSp ? text.slice(0, -1) : text;
    const last = joined.at(-1);
    if (goesOn && last?.depth === depth && text !== '-- ') last.parts.push(part);
    else joined.push({ depth, parts: [part] });
    goesOn = isSoft;
  }
  return joined.map(({ depth, parts }) => ({ depth, text: parts.join('') }));
}
