import { valid } from 'semver';
import * as z from 'zod/mini';

import { ROLES } from '#app/current/role.ts';
import { INLINE_BYTES, ItemName, plainText } from '#app/storage/item.ts';

import {
  MAX_LINE,
  MAX_LINES,
  MAX_LINK,
  MAX_SEMVER,
  MAX_TITLE,
  NOTE_CATEGORIES,
  PLATFORMS,
  RELEASE_STREAMS,
} from './changelog.ts';

const VERSION = `a semantic version such as 1.20.3-beta.1, of at most ${MAX_SEMVER} characters`;
const DAY = 'a day such as 2026-11-22';
const NOTE_ID = 'small letters, digits and hyphens, at most 64 of them';

/** To a post or an entry of feedback. */
export const NOTE_LINK = /^\/(?:post\/[^\s/?#]+|feedbag\/[^\s/?#]+\/entries\/[^\s/?#]+)$/;
const LINK = 'a path such as /post/a-name or /feedbag/a-project/entries/an-id';

export function isReleaseVersion(text: string): boolean {
  return text.length <= MAX_SEMVER && /^\d/.test(text) && !/\s/.test(text) && valid(text) !== null;
}

const ReleaseVersion = z.string(VERSION).check(z.refine(isReleaseVersion, VERSION));
const Day = z.iso.date(DAY);
const Title = plainText(MAX_TITLE);
const Platforms = z.array(z.enum(PLATFORMS, `platforms, each one of ${PLATFORMS.join(', ')}`));

export function isNoteId(text: string): boolean {
  return text.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

/** Strict: a line has no role of its own, because whoever may read an item reads all of its body. */
const ReleaseNote = z.strictObject({
  id: z.string(NOTE_ID).check(z.refine(isNoteId, NOTE_ID)),
  category: z.enum(NOTE_CATEGORIES, `one of ${NOTE_CATEGORIES.join(', ')}`),
  text: plainText(MAX_LINE),
  major: z.optional(z.boolean()),
  platforms: z.optional(Platforms),
  /** Where it is for another one than its release. */
  stream: z.optional(z.enum(RELEASE_STREAMS)),
  link: z.optional(z.string(LINK).check(z.maxLength(MAX_LINK, LINK), z.regex(NOTE_LINK, LINK))),
});
export type ReleaseNote = z.output<typeof ReleaseNote>;

const ReleaseNotes = z.array(ReleaseNote).check(
  z.maxLength(MAX_LINES, `at most ${MAX_LINES} lines`),
  z.refine((notes) => new Set(notes.map(({ id }) => id)).size === notes.length, 'lines with an id each of their own'),
);

/** The body of an item of the crate. The intro is Markdown. */
export const ReleaseBody = z.strictObject({ notes: ReleaseNotes, intro: z.optional(plainText(INLINE_BYTES)) });

/** The map of an item of the crate. Other values are somebody else's. */
export const ReleaseMap = z.object({
  version: ReleaseVersion,
  date: z.optional(Day),
  title: z.optional(Title),
  major: z.optional(z.boolean()),
  /** Separated by commas. */
  platforms: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((names: string) => names.split(',').flatMap((name) => name.trim() || [])),
      ),
      Platforms,
    ),
  ),
  post: z.optional(ItemName),
  /** When it came out, for one that was kept hidden before. */
  publishedAt: z.optional(z.iso.datetime('a time such as 2026-11-22T15:00:00Z')),
});

/** A release as it is written, in `database/seeds/changelogs` and `content/changelogs`. */
export const NewRelease = z.strictObject({
  version: ReleaseVersion,
  stream: z.optional(z.enum(RELEASE_STREAMS)),
  date: Day,
  title: z.optional(Title),
  major: z.optional(z.boolean()),
  platforms: z.optional(Platforms),
  post: z.optional(ItemName),
  /** Whoever is below it gets nothing of this. A second release of one version adds lines, and replaces those of its ids. */
  role: z.optional(z.enum(ROLES)),
  hidden: z.optional(z.boolean()),
  notes: ReleaseNotes,
});
export type NewRelease = z.output<typeof NewRelease>;
