import { decodeHTML } from 'entities';

import { parseClock } from './webvtt.ts';
import type { Cue } from './webvtt.ts';

/** Characters, and cues: three hours of talk have half of either at most. */
const MAX_WEBVTT = 512 * 1024;
const MAX_CUES = 10_000;

/**
 * The cues of a WebVTT document, as far as they can be read, in their order, a cue of several voices as one for each;
 * undefined when it is none, or too long. As players do, it takes a head and cues without blank lines between them.
 */
export function parseWebVtt(document: string): Cue[] | undefined {
  if (document.length > MAX_WEBVTT) return undefined;
  const [head = '', ...lines] = document
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n');
  if (!/^WEBVTT(?:[ \t]|$)/.test(head)) return undefined;
  const cues: WrittenCue[] = [];
  let open: WrittenCue | undefined;
  let above = '';
  for (const line of lines) {
    if (line.includes('-->')) {
      // Where no blank line is between, the number of a cue stands below the words of the one before.
      if (open && isNumberAfter(open.name, above)) open.lines.pop();
      open = { name: above, timing: line, lines: [] };
      cues.push(open);
    } else if (line === '') open = undefined;
    else open?.lines.push(line);
    above = line;
  }
  if (cues.length > MAX_CUES) return undefined;
  // What is written as one cue may be many, one for each voice.
  const read = cues.flatMap(readCue);
  return read.length > MAX_CUES ? undefined : read;
}

interface WrittenCue {
  readonly name: string;
  readonly timing: string;
  readonly lines: string[];
}

function isNumberAfter(before: string, name: string): boolean {
  return /^\d+$/.test(before) && name === String(Number(before) + 1);
}

function readCue({ timing, lines }: WrittenCue): Cue[] {
  const [, from = '', to = ''] = TIMING.exec(timing) ?? [];
  const [start, end] = [parseClock(from), parseClock(to)];
  if (start === undefined || end === undefined || end <= start) return [];
  const [before = '', ...voices] = lines.join('\n').split(VOICE);
  const said = [[undefined, before], ...pairs(voices)] as const;
  return said.flatMap(([speaker, written]) => {
    const text = plainText(written);
    return text === '' ? [] : [{ start, end, speaker: plainText(speaker ?? '') || undefined, text }];
  });
}

const TIMING = /^\s*([\d:.]+)\s*-->\s*([\d:.]+)(?:\s|$)/;
/** Where one begins to speak, with their name, or ends. */
const VOICE = /<v(?:\.[^\s<>]*)?[ \t\n]([^<>]*)>|<\/v>/;

function pairs(parts: readonly (string | undefined)[]): (readonly [string | undefined, string])[] {
  return parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ''] as const] : []));
}

function plainText(written: string): string {
  return decodeHTML(written.replaceAll(/<[^<>]*>/g, ''))
    .replaceAll(/[\u200e\u200f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
