import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { SYSTEM_NAMES } from '#app/games/stores.ts';
import type { OperatingSystem } from '#content/game.ts';
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
} from './changelog.ts';
import type { Changelog } from './changelogs.server.ts';
import { unknownCategory, unknownPlatform, unknownStream } from './problems.ts';
import { findReleases, readReleases } from './releases.server.ts';
import type { ReleaseEntry } from './releases.server.ts';
import { STREAM_NAMES, linkPosts, showNote, showReleases } from './shown-releases.server.ts';
import { sliceReleases, releasesBetween, releasesIn, requireVersion } from './versions.ts';
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
  const query = readQuery(parameters);
  const all = await findReleases(current, changelog.app, changelog.own, query.version);
  const inStream = all.filter(
    ({ stream, platforms }) =>
      (query.stream === undefined || stream === query.stream) && isOn(query.platform, platforms),
  );
  const comparison = await compareReleases(current, inStream, query);
  const inRange = comparison === undefined ? releasesIn(inStream, query.version) : [];
  const { releases, newer, older } = await readPage(current, inRange, query);
  const withPosts = await linkPosts(current, changelog, releases);
  const shown = await showReleases(current, withPosts);
  const text = await getText(current.locale);
  const streams = RELEASE_STREAMS.filter(
    (stream) => stream === query.stream || all.some((release) => release.stream === stream),
  );
  return {
    app: changelog.app,
    path: changelog.path,
    query,
    comparison,
    newer,
    older,
    releases: shown,
    neighbours: findAdjacentVersions(inStream, inRange, query),
    streams: streams.map((stream) => ({ stream, name: text(STREAM_NAMES[stream]) })),
    platforms: listPlatforms(changelog, all, query).map((platform) => ({ platform, name: SYSTEM_NAMES[platform] })),
    versions: inStream.slice(0, MAX_VERSIONS).map(({ version }) => version),
    newestAt: all
      .map(({ publishedAt }) => publishedAt)
      .toSorted()
      .at(-1),
    now: current.now().getTime(),
  };
}

function listPlatforms(
  { game }: Changelog,
  all: readonly ReleaseEntry[],
  { platform }: ChangelogQuery,
): OperatingSystem[] {
  const named = new Set([...(game?.platforms ?? []), ...all.flatMap(({ platforms }) => platforms)]);
  if (platform === undefined && named.size < 2) return [];
  return PLATFORMS.filter((one) => one === platform || named.has(one));
}

/** Empty parameters mean unset. */
function readQuery(parameters: URLSearchParams): ChangelogQuery {
  const value = (name: string) => parameters.get(name) || undefined;
  return {
    version: value('version'),
    stream: parseChoice(RELEASE_STREAMS, value('stream'), unknownStream),
    category: parseChoice(NOTE_CATEGORIES, value('category'), unknownCategory),
    platform: parseChoice(PLATFORMS, value('platform'), unknownPlatform),
    from: singleVersion(value('from')),
    to: singleVersion(value('to')),
    after: singleVersion(value('after')),
    before: singleVersion(value('before')),
  };
}

function parseChoice<Word extends string>(
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
  const only = (release: Release) => ({
    ...release,
    notes: release.notes.filter((note) => isWanted(note, release.stream, query)),
  });
  if (query.category !== undefined) {
    const releases = (await readReleases(current, entries)).map(only);
    return sliceReleases(
      releases.filter(({ notes }) => notes.length > 0),
      query,
      PAGE_RELEASES,
    );
  }
  const slice = sliceReleases(entries, query, PAGE_RELEASES);
  return { ...slice, releases: (await readReleases(current, slice.releases)).map(only) };
}

/** @param ofRelease the stream of what names none of its own */
function isWanted(note: NoteFacts, ofRelease: ReleaseStream, { category, platform, stream }: ChangelogQuery): boolean {
  const isInStream = stream === undefined || (note.stream ?? ofRelease) === stream;
  return isInStream && (category === undefined || note.category === category) && isOn(platform, note.platforms);
}

/** What names no platform is for all. */
function isOn(platform: OperatingSystem | undefined, platforms: readonly OperatingSystem[]): boolean {
  return platform === undefined || platforms.length === 0 || platforms.includes(platform);
}

/** Lines of one comparison. */
const MAX_COMPARED = 256;

async function compareReleases(
  current: Current,
  entries: readonly ReleaseEntry[],
  query: ChangelogQuery,
): Promise<ReleaseComparison | undefined> {
  const { from, to } = query;
  const newest = to ?? entries[0]?.version;
  if ((from ?? to) === undefined || newest === undefined) return undefined;
  const releases = await readReleases(current, releasesBetween(entries, from, newest));
  const notes = releases.flatMap(({ version, stream, notes }) => notes.map((note) => ({ note, version, stream })));
  const matching = notes.filter(({ note, stream }) => isWanted(note, stream, query));
  const text = await getText(current.locale);
  const more = matching.length - MAX_COMPARED;
  return {
    heading:
      from === undefined
        ? text('changelogs.compare.until', { to: newest })
        : text('changelogs.compare.between', { from, to: newest }),
    count: text('changelogs.compare.count', { releases: releases.length, changes: matching.length }),
    more: more > 0 ? text('changelogs.compare.more', { count: more }) : undefined,
    notes: matching.slice(0, MAX_COMPARED).map(({ note, version, stream }) => {
      return showNote(text, { ...note, link: undefined }, { version, stream });
    }),
  };
}

function findAdjacentVersions(
  all: readonly ReleaseEntry[],
  [only, ...others]: readonly ReleaseEntry[],
  { version }: ChangelogQuery,
): ChangelogPage['neighbours'] {
  if (version === undefined || only === undefined || others.length > 0) return undefined;
  const at = all.indexOf(only);
  return { previous: all[at + 1]?.version, next: all[at - 1]?.version };
}
