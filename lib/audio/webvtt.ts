export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Who speaks; undefined for a sound. */
  readonly speaker: string | undefined;
  /** Without marks. */
  readonly text: string;
}

/** Characters, and cues: three hours of talk have half of either at most. */
const MAX_WEBVTT = 512 * 1024;
const MAX_CUES = 10_000;

/** The cues of a WebVTT document, as far as they can be read, in their order; undefined when it is none, or too long. */
export function parseWebVtt(document: string): Cue[] | undefined {
  if (document.length > MAX_WEBVTT) return undefined;
  const [head = '', ...blocks] = document
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/);
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(head)) return undefined;
  const timed = blocks.filter((block) => block.includes('-->'));
  if (timed.length > MAX_CUES) return undefined;
  return timed.flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const [, from = '', to = ''] = TIMING.exec(lines[at] ?? '') ?? [];
    const [start, end] = [parseClock(from), parseClock(to)];
    if (start === undefined || end === undefined || end <= start) return [];
    const written = lines.slice(at + 1).join('\n');
    const text = plainText(written);
    return text === '' ? [] : [{ start, end, speaker: SPEAKER.exec(written)?.[1]?.trim() || undefined, text }];
  });
}

const TIMING = /^\s*([\d:.]+)\s+-->\s+([\d:.]+)(?:\s|$)/;
const SPEAKER = /<v(?:\.[^\s<>]*)?\s+([^\s<>][^<>]*)>/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '', rlm: '' };

function plainText(written: string): string {
  return written
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Of `1:02:03.4`, `2:03` or `3`; undefined for anything else. */
export function parseClock(clock: string): number | undefined {
  const parts = /^(?:(\d{1,3}):)?(?:(\d{1,2}):)?(\d{1,6}(?:\.\d{1,3})?)$/.exec(clock.trim());
  if (parts === null) return undefined;
  const [, first, second, seconds = ''] = parts;
  const [hours, minutes] = second === undefined ? ['0', first ?? '0'] : [first ?? '0', second];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** `1:02:03` or `2:03`, as players show it. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
