import { createHash } from 'node:crypto';

import type { Database } from '#lib/database/database.server.ts';

import type { IssueFrame, SourcePlace } from './issue.ts';
import { findSource } from './source-maps.server.ts';
import { parseTrace } from './trace-frames.ts';

/** Of what is thrown: how code came there differs more than where it stopped. */
const HASHED_FRAMES = 4;
const [MAX_FRAMES, MAX_BUILT] = [16, 200];

export interface DescribedStack {
  /** The same for errors of one bug, whatever the ids in their messages, the release, and what a build has made of names. 32 hex digits. */
  readonly stackHash: string;
  readonly place: string;
  readonly frames: IssueFrame[];
}

/**
 * By its kind of error and the lines of our sources that it came through, as these are written, not by their numbers, which
 * change with each release. What no map knows is told apart by its words, without what changes in them.
 */
export async function describeStack(
  db: Database,
  { message, trace }: { readonly message: string; readonly trace: string },
): Promise<DescribedStack> {
  const parsed = parseTrace(trace).slice(0, MAX_FRAMES);
  const frames: IssueFrame[] = [];
  for (const frame of parsed) {
    const built = `${frame.name} ${frame.url}:${frame.line}:${frame.column}`.trim().slice(0, MAX_BUILT);
    frames.push({ built, source: await findSource(db, frame) });
  }
  const sources = frames.flatMap(({ source }) => source ?? []);
  const ours = sources.filter(({ isOurs }) => isOurs);
  const parts =
    ours.length > 0
      ? [kindOf(message), ...ours.slice(0, HASHED_FRAMES).map(toLine)]
      : [
          toPlainWords(message),
          ...(sources.length > 0 ? sources.map(toLine) : parsed.map(toPlainFrame)).slice(0, HASHED_FRAMES),
        ];
  const [place = sources[0]] = ours;
  return {
    stackHash: createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32),
    place: place === undefined ? '' : `${place.path}:${place.line}`,
    frames,
  };
}

function kindOf(message: string): string {
  return /^[A-Z]\w{0,63}(?=:)/.exec(message)?.[0] ?? '';
}

function toLine({ path, text }: SourcePlace): string {
  return `${path} ${text.trim()}`;
}

/** Words with a digit are ids, but for the number of an error, such as #418 of React. */
function toPlainWords(message: string): string {
  return message
    .replaceAll(/"[^"]*"|'[^']*'|“[^”]*”|‘[^’]*’/g, '""')
    .split(/\s+/)
    .map((word) => (/\d/.test(word) && !word.startsWith('#') ? '0' : word))
    .join(' ');
}

function toPlainFrame({ name, url }: { readonly name: string; readonly url: string }): string {
  const file = url.split('/').at(-1) ?? '';
  return `${name} ${file.replace(/-[\w-]{8}(?=\.js$)/, '')}`;
}
