/** A frame of a trace as a browser writes it. */
export interface TraceFrame {
  /** Of the function, as it is in the file; empty for none. */
  readonly name: string;
  /** An address, or what stands in the place of one. */
  readonly url: string;
  /** From 1, as is the column. */
  readonly line: number;
  readonly column: number;
}

const [MAX_FRAMES, MAX_LINE] = [32, 1024];

/** The innermost first. Knows how V8 (`at open (url:1:2)`) and how Gecko and WebKit (`open@url:1:2`) write them. */
export function parseTrace(trace: string): TraceFrame[] {
  return trace
    .split('\n')
    .flatMap((line) => parseFrame(line.slice(0, MAX_LINE).trim()) ?? [])
    .slice(0, MAX_FRAMES);
}

function parseFrame(text: string): TraceFrame | undefined {
  const place = /:(\d{1,9}):(\d{1,9})\)?$/.exec(text);
  if (place === null) return undefined;
  const [line, column] = [Number(place[1]), Number(place[2])];
  const head = text.slice(0, place.index);
  if (head.startsWith('at ')) {
    const bracket = head.lastIndexOf(' (');
    const name = bracket === -1 ? '' : head.slice(3, bracket).trim();
    return { name, url: bracket === -1 ? head.slice(3) : head.slice(bracket + 2), line, column };
  }
  const at = head.indexOf('@');
  return at === -1 ? undefined : { name: head.slice(0, at), url: head.slice(at + 1), line, column };
}

/** Of a file of a build: its name with the hash. */
export function builtFileOf({ url }: TraceFrame): string | undefined {
  return /\/assets\/([\w.-]{1,128}\.js)$/.exec(url)?.[1];
}
