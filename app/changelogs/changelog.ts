import type { Role } from '#app/current/role.ts';
import type { Audience } from '#app/games/game.ts';
import type { Field, OperatingSystem } from '#content/game.ts';

/** Characters of a version or range (specification §9). */
export const MAX_SEMVER = 256;

/** Of one release, and characters of what stands in it. */
export const MAX_LINES = 200;
export const MAX_LINE = 1000;
export const MAX_LINK = 300;
export const MAX_TITLE = 128;

export const SITE_APP = 'rumpus';

/** What a line of a release is about, in the order of a page. */
export const NOTE_CATEGORIES = ['new', 'better', 'balance', 'mended', 'gone', 'known'] as const;
export type NoteCategory = (typeof NOTE_CATEGORIES)[number];

/** For whom a release is; the first is the one without a mark. */
export const RELEASE_STREAMS = ['stable', 'beta', 'alpha'] as const;
export type ReleaseStream = (typeof RELEASE_STREAMS)[number];

/** All systems of games, in the order of a page. */
export const PLATFORMS = [
  'windows',
  'mac',
  'linux',
  'android',
  'ios',
  'switch',
  'xbox',
] as const satisfies readonly OperatingSystem[];

export interface ReleaseFacts {
  readonly version: string;
  /** The day of the release, as `YYYY-MM-DD`. */
  readonly date: string;
  /** ISO 8601: when it became readable here, whatever the day that it names. */
  readonly publishedAt: string;
  readonly stream: ReleaseStream;
  readonly title?: string | undefined;
  readonly isMajor: boolean;
  /** Empty for all of the game's. */
  readonly platforms: readonly OperatingSystem[];
  readonly post?: string | undefined;
  /** Who may read it at least. */
  readonly role: Role;
  /** In no list but that of staff: whoever asks for its version reads it. */
  readonly isUnlisted: boolean;
}

export interface Release extends ReleaseFacts {
  readonly notes: readonly NoteFacts[];
  readonly intros: readonly ReleaseIntro[];
  /** The post's path, when there is such a post and the reader may see it in a list. */
  readonly postPath?: string | undefined;
  /** For staff: why an item could not be read. */
  readonly problems: readonly string[];
  /** In the editor, for who may change it; what ships with the program is in none. */
  readonly editPath?: string;
}

/** Markdown before the lines. */
export interface ReleaseIntro {
  /** Another one when the text changes. */
  readonly key: string;
  readonly text: string;
}

export interface NoteFacts {
  /** Stays the same when the text is mended, so that others can name the line. */
  readonly id: string;
  readonly category: NoteCategory;
  readonly text: string;
  readonly isMajor: boolean;
  readonly platforms: readonly OperatingSystem[];
  readonly role: Role;
  /** Where it is for another one than its release. */
  readonly stream?: ReleaseStream | undefined;
  /** A path, to a post or an entry of feedback. */
  readonly link?: string | undefined;
}

export interface ShownRelease extends Omit<ReleaseFacts, 'stream' | 'platforms' | 'role' | 'post' | 'isUnlisted'> {
  /** Names; empty for all. */
  readonly platforms: readonly string[];
  /** Of one that is not for everybody: its stream, and who else may read it. */
  readonly marks: readonly string[];
  readonly notes: readonly ShownNote[];
  /** Safe HTML; empty without one. */
  readonly intro: string;
  readonly postPath: string | undefined;
  readonly problems: readonly string[];
  readonly editPath?: string;
}

export interface ShownNote extends Omit<NoteFacts, 'platforms' | 'role' | 'stream'> {
  readonly version: string;
  readonly platforms: readonly string[];
  readonly marks: readonly string[];
}

export function toAnchor({ id }: Pick<ShownNote, 'id'>): string {
  return `line-${id}`;
}

export interface ChangelogQuery {
  /** A version or a range. */
  readonly version?: string | undefined;
  readonly stream?: ReleaseStream | undefined;
  readonly category?: NoteCategory | undefined;
  readonly platform?: OperatingSystem | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Older than this version. */
  readonly after?: string | undefined;
  /** Newer than this version. */
  readonly before?: string | undefined;
}

/** An address of the same changelog; `after` and `before` begin anew. */
export function changelogPath(path: string, query: ChangelogQuery): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set).toString()}`;
}

export interface ChangelogPage {
  readonly app: string;
  /** Without a locale. */
  readonly path: string;
  readonly query: ChangelogQuery;
  readonly releases: readonly ShownRelease[];
  readonly comparison?: ReleaseComparison | undefined;
  /** The versions from which the pages before and after this one begin. */
  readonly newer?: string | undefined;
  readonly older?: string | undefined;
  /** Of a single release. */
  readonly neighbours?: { readonly previous?: string | undefined; readonly next?: string | undefined } | undefined;
  readonly streams: readonly { readonly stream: ReleaseStream; readonly name: string }[];
  readonly platforms: readonly { readonly platform: OperatingSystem; readonly name: string }[];
  readonly versions: readonly string[];
  readonly newestAt: string | undefined;
  /** Milliseconds. */
  readonly now: number;
}

export interface ReleaseComparison {
  /** In the reader's words: which versions are compared, how much that is, and what is left out. */
  readonly heading: string;
  readonly count: string;
  readonly more: string | undefined;
  readonly notes: readonly ShownNote[];
}

export interface ChangelogGame {
  readonly slug: string;
  readonly name: string;
  readonly field: Field;
  readonly audience: Audience;
  readonly platforms: readonly OperatingSystem[];
}
