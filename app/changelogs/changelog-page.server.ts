import type { Current } from '#app/current/current.server.ts';
import type { Role } from '#app/current/role.ts';
import { getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SYSTEM_NAMES } from '#app/games/stores.ts';
import { POSTS_CRATE } from '#app/posts/cache-topics.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import type { OperatingSystem } from '#content/game.ts';
import type { Text } from '#lib/locale/messages.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { NOTE_CATEGORIES, PLATFORMS, RELEASE_STREAMS } from './changelog.ts';
import type {
  ChangelogPage,
  ChangelogQuery,
  NoteFacts,
  Release,
  ReleaseComparison,
  ReleaseStream,
  ShownNote,
  ShownRelease,
} from './changelog.ts';
import type { Changelog } from './changelogs.server.ts';
import { unknownCategory, unknownPlatform, unknownStream } from './problems.ts';
import { findReleases, noneWithoutCrate, readReleases } from './releases.server.ts';
import type { ReleaseEntry } from './releases.server.ts';
import { pageOf, releasesBetween, releasesIn, requireVersion } from './versions.ts';
import type { ReleaseSlice } from './versions.ts';

const PAGE_RELEASES = 10;
/** To choose from; others can be typed into the address. */
const MAX_VERSIONS = 128;

/** @throws Problem 400 for what is no version, range, category or stream */
export async function getChangelogPage(
  current: Current,
  changelog: Changelog,
  parameters: URLSearchParams,
): Promise<ChangelogPage> {
  const query = queryOf(parameters);
  const all = await findReleases(current, changelog.app, changelog.own);
  const inStream = all.filter(
    ({ stream, platforms }) =>
      (query.stream === undefined || stream === query.stream) && isOn(query.platform, platforms),
  );
  const comparison = await compareReleases(current, inStream, query);
  const inRange = comparison === undefined ? releasesIn(inStream, query.version) : [];
  const { releases, newer, older } = await readPage(current, inRange, query);
  const withPosts = await linkPosts(current, changelog, releases);
  const text = await getText(current.locale);
  const streams = RELEASE_STREAMS.filter(
    (stream) => stream === query.stream || all.some((release) => release.stream === stream),
  );
  return {
    ...{ app: changelog.app, path: changelog.path, query, comparison, newer, older },
    releases: withPosts.map((release) => showRelease(text, release)),
    neighbours: neighboursOf(inStream, inRange, query),
    streams: streams.map((stream) => ({ stream, name: text(STREAM_NAMES[stream]) })),
    platforms: platformsOf(changelog, all, query).map((platform) => ({ platform, name: SYSTEM_NAMES[platform] })),
    versions: inStream.slice(0, MAX_VERSIONS).map(({ version }) => version),
    newestAt: all
      .map(({ publishedAt }) => publishedAt)
      .toSorted()
      .at(-1),
    now: current.now().getTime(),
  };
}

/** Those of a game, and those that releases are for; none where there is no choice. */
function platformsOf(
  { game }: Changelog,
  all: readonly ReleaseEntry[],
  { platform }: ChangelogQuery,
): OperatingSystem[] {
  const named = new Set([...(game?.platforms ?? []), ...all.flatMap(({ platforms }) => platforms)]);
  if (platform === undefined && named.size < 2) return [];
  return PLATFORMS.filter((one) => one === platform || named.has(one));
}

/** Empty parameters mean unset. */
function queryOf(parameters: URLSearchParams): ChangelogQuery {
  const value = (name: string) => parameters.get(name) || undefined;
  return {
    version: value('version'),
    stream: oneOf(RELEASE_STREAMS, value('stream'), unknownStream),
    category: oneOf(NOTE_CATEGORIES, value('category'), unknownCategory),
    platform: oneOf(PLATFORMS, value('platform'), unknownPlatform),
    from: singleVersion(value('from')),
    to: singleVersion(value('to')),
    after: singleVersion(value('after')),
    before: singleVersion(value('before')),
  };
}

function oneOf<Word extends string>(
  words: readonly Word[],
  text: string | undefined,
  otherwise: ProblemKind,
): Word | undefined {
  const found = words.find((word) => word === text);
  if (text !== undefined && found === undefined) throw new Problem(otherwise);
  return found;
}

function singleVersion(text: string | undefined): string | undefined {
  return text === undefined ? undefined : requireVersion(text.trim());
}

async function readPage(
  current: Current,
  entries: readonly ReleaseEntry[],
  query: ChangelogQuery,
): Promise<ReleaseSlice<Release>> {
  const only = (release: Release) => ({ ...release, notes: release.notes.filter((note) => isWanted(note, query)) });
  if (query.category !== undefined) {
    const releases = (await readReleases(current, entries)).map(only);
    return pageOf(
      releases.filter(({ notes }) => notes.length > 0),
      query,
      PAGE_RELEASES,
    );
  }
  const slice = pageOf(entries, query, PAGE_RELEASES);
  return { ...slice, releases: (await readReleases(current, slice.releases)).map(only) };
}

function isWanted(note: NoteFacts, { category, platform }: ChangelogQuery): boolean {
  return (category === undefined || note.category === category) && isOn(platform, note.platforms);
}

/** What names no platform is for all. */
function isOn(platform: OperatingSystem | undefined, platforms: readonly OperatingSystem[]): boolean {
  return platform === undefined || platforms.length === 0 || platforms.includes(platform);
}

/** Lines of one comparison. */
const MAX_COMPARED = 256;

/** Undefined unless the query names a version to compare with. */
async function compareReleases(
  current: Current,
  entries: readonly ReleaseEntry[],
  query: ChangelogQuery,
): Promise<ReleaseComparison | undefined> {
  const { from, to } = query;
  const newest = to ?? entries[0]?.version;
  if ((from ?? to) === undefined || newest === undefined) return undefined;
  const releases = await readReleases(current, releasesBetween(entries, from, newest));
  const notes = releases.flatMap(({ version, notes }) => notes.map((note) => ({ note, version })));
  const matching = notes.filter(({ note }) => isWanted(note, query));
  const text = await getText(current.locale);
  const more = matching.length - MAX_COMPARED;
  return {
    heading:
      from === undefined
        ? text('changelogs.compare.until', { to: newest })
        : text('changelogs.compare.between', { from, to: newest }),
    count: text('changelogs.compare.count', { releases: releases.length, changes: matching.length }),
    more: more > 0 ? text('changelogs.compare.more', { count: more }) : undefined,
    notes: matching.slice(0, MAX_COMPARED).map(({ note, version }) => showNote(text, note, version)),
  };
}

/** Of one release that the query names alone. */
function neighboursOf(
  all: readonly ReleaseEntry[],
  [only, ...others]: readonly ReleaseEntry[],
  { version }: ChangelogQuery,
): ChangelogPage['neighbours'] {
  if (version === undefined || only === undefined || others.length > 0) return undefined;
  const at = all.indexOf(only);
  return { previous: all[at + 1]?.version, next: all[at - 1]?.version };
}

/** A post is linked when it is listed: whoever may not see it learns nothing of it. */
async function linkPosts(current: Current, { game }: Changelog, releases: readonly Release[]): Promise<Release[]> {
  if (releases.every(({ post }) => post === undefined)) return [...releases];
  const tags = ['topic:patchnotes', ...(game === undefined ? [] : [`game:${game.slug}`])].join(',');
  const query = SearchQuery.parse({ tags, limit: '128' });
  const { items } = await findItems(current, POSTS_CRATE, query).catch(noneWithoutCrate);
  const names = new Set(items.map(({ name }) => name));
  return releases.map(({ post, ...release }) =>
    post !== undefined && names.has(post) ? { ...release, postPath: `/post/${encodeURIComponent(post)}` } : release,
  );
}

/** Said here, so that no browser loads these words and names. */
function showRelease(text: Text<TextKey>, release: Release): ShownRelease {
  const { version, date, publishedAt, title, isMajor, platforms, stream, role, notes, postPath, problems } = release;
  return {
    ...{ version, date, publishedAt, title, isMajor, postPath, problems },
    platforms: platforms.map((system) => SYSTEM_NAMES[system]),
    marks: [...(stream === 'stable' ? [] : [text(STREAM_NAMES[stream])]), ...marksOf(text, role)],
    notes: notes.map((note) => showNote(text, note, version)),
  };
}

function showNote(text: Text<TextKey>, note: NoteFacts, version: string): ShownNote {
  const { id, category, isMajor, platforms, role } = note;
  const names = platforms.map((system) => SYSTEM_NAMES[system]);
  return { id, category, isMajor, version, text: note.text, platforms: names, marks: marksOf(text, role) };
}

function marksOf(text: Text<TextKey>, role: Role): string[] {
  return role === 'public' ? [] : [text(ROLE_MARKS[role])];
}

const STREAM_NAMES: Record<ReleaseStream, TextKey> = {
  stable: 'changelogs.stream.stable',
  beta: 'changelogs.stream.beta',
  alpha: 'changelogs.stream.alpha',
};

const ROLE_MARKS: Record<Exclude<Role, 'public'>, TextKey> = {
  authenticated: 'changelogs.role.players',
  staff: 'changelogs.role.staff',
  admin: 'changelogs.role.admin',
  super: 'changelogs.role.admin',
};
