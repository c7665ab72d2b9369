import { createHash } from 'node:crypto';

import type { SemVer } from 'semver';

import { DEFAULT_LOCALE, LOCALES } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { negotiateLocale } from '#lib/locale/negotiate.ts';

import { textLocales } from './announcement.ts';
import type { Announcement, AnnouncementContent, AnnouncementText } from './announcement.ts';
import type { GameClientQuery, SentAnnouncement } from './game-client.ts';
import { DEFAULT_ZONE, findZone, spanOf } from './schedule.server.ts';
import type { ShownSpan } from './schedule.server.ts';
import { rangeOf, toSemver } from './version-range.server.ts';

/** Why a game is not sent an announcement, in the order in which it is asked. */
export type WhyNot =
  | 'otherGame'
  | 'otherPlatform'
  | 'noVersion'
  | 'otherVersion'
  | 'otherLanguage'
  | 'tooEarly'
  | 'over'
  | 'noInstallation'
  | 'notInShare';

interface GameClient extends Omit<GameClientQuery, 'version' | 'zone'> {
  /** Undefined where it tells none that has a number. */
  readonly version: SemVer | undefined;
  readonly zone: string;
  /** Whose texts it shows, as the site understands it. */
  readonly language: Locale;
  readonly now: Date;
}

const RULES = { defaultLocale: DEFAULT_LOCALE, languages: { es: 'es-XL' } } as const;

/** @param otherwise where the game names none, or one that the site has not */
export function toGameClient(query: GameClientQuery, otherwise: Locale, now: Date): GameClient {
  const preferred = [query.locale, otherwise].filter((locale) => locale !== undefined);
  const language = negotiateLocale(preferred, LOCALES, RULES);
  const installation = query.installation === '' ? undefined : query.installation;
  const zone = findZone(query.zone ?? '') ?? DEFAULT_ZONE;
  return { ...query, version: toSemver(query.version ?? ''), zone, installation, language, now };
}

export function whyNot({ announcementId, content }: Announcement, client: GameClient): WhyNot | undefined {
  return (
    outsideOf(content, client) ??
    (content.needsOwnText && !hasOwnText(content, client.language) ? 'otherLanguage' : undefined) ??
    outsideTime(spanOf(content, client.zone), client.now) ??
    outsideShare(announcementId, content.share, client.installation)
  );
}

function outsideOf(content: AnnouncementContent, client: GameClient): WhyNot | undefined {
  const { games, platforms, versions } = content;
  if (games.length > 0 && !games.includes(client.game)) return 'otherGame';
  if (platforms.length > 0 && !platforms.some((platform) => platform === client.platform)) return 'otherPlatform';
  if (versions === '') return undefined;
  if (client.version === undefined) return 'noVersion';
  return rangeOf(content)?.test(client.version) ? undefined : 'otherVersion';
}

function outsideTime({ startsAt, endsAt }: ShownSpan, now: Date): WhyNot | undefined {
  if (startsAt !== null && now < startsAt) return 'tooEarly';
  return endsAt !== null && now >= endsAt ? 'over' : undefined;
}

function outsideShare(announcementId: string, share: number, installation: string | undefined): WhyNot | undefined {
  if (share >= 100) return undefined;
  if (installation === undefined) return 'noInstallation';
  return placeInRollout(announcementId, installation) < share ? undefined : 'notInShare';
}

/** From 0 to below 100, the same for ever, so that a share that is raised only adds to it; of each announcement another one. */
export function placeInRollout(announcementId: string, installation: string): number {
  const digest = createHash('sha256').update(`${announcementId}\n${installation}`).digest();
  return (digest.readUInt32BE() / 2 ** 32) * 100;
}

function hasOwnText(content: AnnouncementContent, language: Locale): boolean {
  const [own] = language.split('-');
  return textLocales(content).some((locale) => locale.split('-', 1)[0] === own);
}

interface ChosenText extends AnnouncementText {
  readonly locale: Locale;
}

/** In that very locale, else in one of its language, else in English. */
function textFor(content: AnnouncementContent, language: Locale): ChosenText {
  const locale = negotiateLocale([language], textLocales(content), RULES);
  return { title: '', body: '', ...content.texts[locale], locale };
}

/** As a game is told it. */
export function toSent({ announcementId, content }: Announcement, client: GameClient): SentAnnouncement {
  const { link, priority, isOnce } = content;
  const { title, body, locale } = textFor(content, client.language);
  const { startsAt, endsAt } = spanOf(content, client.zone);
  return {
    announcementId,
    title,
    body,
    locale,
    link,
    priority,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    isOnce,
  };
}

/** By priority, then those that began last for this player, then those that were written last. */
export function inOrder<One extends Announcement>(announcements: readonly One[], { zone }: GameClient): One[] {
  const startOf = ({ content }: One) => spanOf(content, zone).startsAt?.getTime() ?? 0;
  return announcements.toSorted(
    (one, other) =>
      other.content.priority - one.content.priority ||
      startOf(other) - startOf(one) ||
      (one.announcementId < other.announcementId ? 1 : -1),
  );
}
