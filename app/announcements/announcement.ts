import { LOCALES } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

export const MAX_TITLE = 120;
export const MAX_BODY = 2000;
export const MAX_LINK = 512;
export const MAX_RANGE = 256;
/** Of an identifier that a game sends, in characters. */
export const MAX_GIVEN = 128;
/** Each request looks through all of them. */
export const MAX_LIVE = 200;
export const MAX_SENT = 20;
export const MAX_READERS = 1_000_000;
export const MAX_PRIORITY = 100;

/** What games call what they run on. */
export const PLATFORMS = ['windows', 'mac', 'linux', 'android', 'ios', 'switch', 'xbox'] as const;
type Platform = (typeof PLATFORMS)[number];

export type AnnouncementState = 'live' | 'draft' | 'stopped';
/** As staff see it: of those that are live, some have not started yet, and some are over. */
export const ANNOUNCEMENT_PHASES = ['live', 'scheduled', 'ended', 'draft', 'stopped'] as const;
export type AnnouncementPhase = (typeof ANNOUNCEMENT_PHASES)[number];

export interface AnnouncementText {
  readonly title: string;
  readonly body: string;
}

export interface AnnouncementContent {
  readonly texts: Partial<Readonly<Record<Locale, AnnouncementText>>>;
  readonly link: string | null;
  /** Slugs; all games where there is none. */
  readonly games: readonly string[];
  /** All platforms where there is none. */
  readonly platforms: readonly Platform[];
  /** A range of semver; empty for all versions. */
  readonly versions: string;
  /** Only for players in whose language it has a text. */
  readonly needsOwnText: boolean;
  /** Wall times such as `2026-12-01T09:00`; null for at once, and for good. */
  readonly starts: string | null;
  readonly ends: string | null;
  /** Where the clock is; null for that of each player. */
  readonly zone: string | null;
  /** Higher ones come first. */
  readonly priority: number;
  /** Percent of installations. */
  readonly share: number;
  /** Shown until a player has acknowledged it, then never again. */
  readonly isOnce: boolean;
}

export const EMPTY_CONTENT: AnnouncementContent = {
  texts: {},
  link: null,
  games: [],
  platforms: [],
  versions: '',
  needsOwnText: false,
  starts: null,
  ends: null,
  zone: null,
  priority: 0,
  share: 100,
  isOnce: true,
};

export interface Announcement {
  readonly announcementId: string;
  readonly state: AnnouncementState;
  readonly rev: number;
  readonly content: AnnouncementContent;
}

/** Of all time, and only as far as games tell. */
interface AnnouncementCounts {
  readonly sent: number;
  readonly acknowledged: number;
}

export interface ListedAnnouncement extends Announcement, AnnouncementCounts {
  readonly phase: AnnouncementPhase;
}

export interface AnnouncementVersion {
  readonly rev: number;
  readonly content: AnnouncementContent;
  readonly changedBy: string | null;
  readonly changedAt: string;
}

/** Staff know it by its English title. */
export function titleOf({ texts }: AnnouncementContent): string {
  return texts['en-US']?.title ?? '';
}

export function textLocales({ texts }: AnnouncementContent): Locale[] {
  return LOCALES.filter((locale) => texts[locale] !== undefined);
}
