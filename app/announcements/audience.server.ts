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
import { parseRange, toSemver } from './version-range.server.ts';

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

export interface GameClient extends Omit<GameClientQuery, 'version' | 'zone'> {
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

/** One that such a client gets at its time, if it has not acknowledged it and is in its share. */
export interface Candidate {
  readonly announcement: Announcement;
  readonly span: ShownSpan;
  readonly sent: SentAnnouncement;
}

/** Follows from `announcements` and `kindOf(client)` alone. In the order in which they are sent. */
export function findCandidates(announcements: readonly Announcement[], client: GameClient): Candidate[] {
  const found = announcements.filter(({ content }) => whyNever(content, client) === undefined);
  return inOrder(found.map((announcement) => toCandidate(announcement, client)));
}

/** Of clients of one kind, only the time and the installation make a difference. */
export function kindOf({ game, platform, version, language, zone }: GameClient): string {
  return JSON.stringify([game, platform, version?.version, language, zone]);
}

/** Whatever its installation, at all times. */
export function whyNever(content: AnnouncementContent, client: GameClient): WhyNot | undefined {
  const why = outsideOf(content, client);
  if (why !== undefined || !content.needsOwnText) return why;
  return hasOwnText(content, client.language) ? undefined : 'otherLanguage';
}

export function whyNotNow(
  { announcement: { announcementId, content }, span }: Candidate,
  { now, installation }: GameClient,
): WhyNot | undefined {
  return outsideTime(span, now) ?? outsideShare(announcementId, content.share, installation);
}

function outsideOf(content: AnnouncementContent, client: GameClient): WhyNot | undefined {
  const { games, platforms, versions } = content;
  if (games.length > 0 && !games.includes(client.game)) return 'otherGame';
  if (platforms.length > 0 && !platforms.some((platform) => platform === client.platform)) return 'otherPlatform';
  if (versions === '') return undefined;
  if (client.version === undefined) return 'noVersion';
  return parseRange(versions)?.test(client.version) ? undefined : 'otherVersion';
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

function toCandidate(announcement: Announcement, { language, zone }: GameClient): Candidate {
  const { announcementId, content } = announcement;
  const { link, priority, isOnce } = content;
  const { title, body, locale } = textFor(content, language);
  const span = spanOf(content, zone);
  const startsAt = span.startsAt?.toISOString() ?? null;
  const endsAt = span.endsAt?.toISOString() ?? null;
  const sent = { announcementId, title, body, locale, link, priority, startsAt, endsAt, isOnce };
  return { announcement, span, sent };
}

/** By priority, then those that began last for this player, then those that were written last. */
function inOrder(candidates: readonly Candidate[]): Candidate[] {
  const startOf = ({ span }: Candidate) => span.startsAt?.getTime() ?? 0;
  return candidates.toSorted(
    (one, other) =>
      other.sent.priority - one.sent.priority ||
      startOf(other) - startOf(one) ||
      (one.sent.announcementId < other.sent.announcementId ? 1 : -1),
  );
}
