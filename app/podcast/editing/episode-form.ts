import * as z from 'zod/mini';

import { MAX_BLURB, MAX_TEXT, MAX_TITLE, VISIBILITIES, isSlug, toSlug } from '#app/articles/article-fields.ts';
import { parseMembers } from '#app/editor/merge.ts';
import { Tag } from '#app/storage/item.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';

import { EPISODE_KINDS, splitLines, parseChapter, parsePeople, parseSoundbite } from '../episode.ts';

/** The fields of the form, all text, as they are typed. Its files and its cover are sent on their own. */
export const EPISODE_FIELDS = [
  'title',
  'blurb',
  'slug',
  'text',
  'season',
  'number',
  'kind',
  'visibility',
  'people',
  'chapters',
  'soundbites',
  'topics',
  'imageAlt',
] as const;
export type EpisodeField = (typeof EPISODE_FIELDS)[number];
/** Between commas. */
export const LIST_FIELDS: ReadonlySet<string> = new Set<EpisodeField>(['topics']);
export type EpisodeValues = Readonly<Record<EpisodeField, string>>;

/** What the form takes; calls take more. */
export const MAX_AUDIO_BYTES = 96 * 1024 * 1024;
/** What has pages of its own below `/podcast` and in the editor. */
const RESERVED = new Set(['new', 'questions', 'topics', 'rss']);
const MAX_TOPICS = 20;
/** All of an item beside its text has little room, and these share it. */
const MAX_LINES = { people: 800, chapters: 1800, soundbites: 500 };

const short = (longest: number) => z.string().check(z.trim(), z.maxLength(longest, `At most ${longest} characters.`));
const count = z.string().check(
  z.trim(),
  z.refine((typed) => /^(?:[1-9]\d{0,3})?$/.test(typed), 'A number from 1 to 9999, or nothing.'),
);
const lines = (longest: number, sentence: string, isLine: (line: string) => boolean) =>
  short(longest).check(z.refine((typed) => splitLines(typed).every(isLine), sentence));

export const EpisodeForm = z.object({
  title: short(MAX_TITLE).check(z.minLength(1, 'An episode needs a title.')),
  blurb: short(MAX_BLURB).check(z.minLength(1, 'Players show this in their lists.')),
  slug: z.string().check(
    z.trim(),
    z.refine((slug) => slug === '' || isSlug(slug), 'Small letters, digits and single dashes.'),
    z.refine((slug) => !RESERVED.has(slug), 'The podcast has a page of that name.'),
  ),
  text: z.string().check(z.maxLength(MAX_TEXT, `At most ${MAX_TEXT / 1024} kB.`)),
  season: count,
  number: count,
  kind: z.enum(EPISODE_KINDS, 'One of the three.'),
  visibility: z.enum(VISIBILITIES, 'One of the three.'),
  people: lines(MAX_LINES.people, 'Each line: name | role | address. The address begins with / or https://', isPerson),
  chapters: lines(MAX_LINES.chapters, 'Each line: a time and a title, such as 1:02 The frog.', isChapter),
  soundbites: lines(
    MAX_LINES.soundbites,
    'Each line: a time, seconds and a title, such as 1:02 15 The frog.',
    isSoundbite,
  ),
  topics: z.pipe(
    z.string().check(
      z.refine((typed) => parseMembers(typed).length <= MAX_TOPICS, `At most ${MAX_TOPICS}.`),
      z.refine(
        (typed) => parseMembers(typed).every((topic) => Tag.safeParse(`topic:${topic}`).success),
        'Words between commas, each of at most 58 letters.',
      ),
    ),
    z.transform((typed: string) => parseMembers(typed.normalize('NFC'))),
  ),
  imageAlt: short(500),
});
export type EpisodeForm = z.output<typeof EpisodeForm>;

function isChapter(line: string): boolean {
  return parseChapter(line) !== undefined;
}

function isSoundbite(line: string): boolean {
  const chapter = parseChapter(line);
  return chapter !== undefined && parseSoundbite(chapter) !== undefined;
}

function isPerson(line: string): boolean {
  const [person] = parsePeople(line);
  const [, , href = ''] = line.split('|');
  return person !== undefined && person.name !== '' && (href.trim() === '' || person.href !== undefined);
}

/** None for a title that has no letters for it, or that is called as another page is. */
function nameOfTitle(title: string): string | null {
  const name = toSlug(title);
  return name === '' || RESERVED.has(name) ? null : name;
}

/** Keeps what of the item the form does not show. @param now for one that comes out, which gets its date */
export function parametersOfEpisode(form: EpisodeForm, before: Item | undefined, now: Date): ItemParameters {
  const { title, blurb, season, number, kind, people, chapters, soundbites, imageAlt, visibility } = form;
  const wasOut = before !== undefined && !before.tags.some((tag) => tag === 'hidden' || tag === 'unlisted');
  const texts = { title, blurb, kind, people, chapters, soundbites, imageAlt };
  const numbers = { season, episode: number };
  const remaining = Object.entries(before?.map ?? {}).filter(([key]) => !(key in texts) && !(key in numbers));
  return {
    name: form.slug === '' ? (before?.name ?? nameOfTitle(title)) : form.slug,
    tags: [
      ...(before?.tags ?? []).filter((tag) => !tag.startsWith('topic:')),
      ...form.topics.map((topic) => `topic:${topic}`),
    ],
    map: {
      ...(visibility === 'public' && !wasOut && { date: now.toISOString() }),
      ...Object.fromEntries(remaining),
      ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
      ...Object.fromEntries(
        Object.entries(numbers).flatMap(([key, value]) => (value === '' ? [] : [[key, Number(value)]])),
      ),
    },
  };
}
