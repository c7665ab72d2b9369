import type { FormFields } from '#app/current/forms/form-fields.ts';
import { DEFAULT_LOCALE, LOCALES } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { games } from '#content/games.ts';
import { problemAt } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { EMPTY_CONTENT, MAX_BODY, MAX_LINK, MAX_PRIORITY, MAX_TITLE, PLATFORMS } from './announcement.ts';
import type { AnnouncementContent, AnnouncementText } from './announcement.ts';
import * as problems from './problems.ts';
import { DEFAULT_ZONE, findZone, spanOf, toWallTime } from './schedule.server.ts';
import { parseRange } from './version-range.server.ts';

/** A draft with nothing but its English text, for everybody. @throws Problem 400 at its field */
export function readNewAnnouncement(fields: FormFields): AnnouncementContent {
  return { ...EMPTY_CONTENT, texts: readTexts(fields) };
}

/** What staff typed; what has checkboxes has a field for each. @throws Problem 400 at its field */
export function readAnnouncement(fields: FormFields): AnnouncementContent {
  const times = readTimes(fields);
  const link = fields.text('link');
  requireAt(link === '' || isLink(link), 'link', problems.notALink);
  const versions = fields.text('versions');
  requireAt(versions === '' || parseRange(versions) !== undefined, 'versions', problems.notARange);
  const share = readNumber(fields.text('share'), 100);
  requireAt(share !== undefined, 'share', problems.notAShare);
  const priority = readNumber(fields.text('priority'), MAX_PRIORITY);
  requireAt(priority !== undefined && Number.isInteger(priority), 'priority', problems.notAPriority);
  return {
    texts: readTexts(fields),
    link: link === '' ? null : link,
    games: games.map(({ slug }) => slug).filter((slug) => fields.has(`game.${slug}`)),
    platforms: PLATFORMS.filter((platform) => fields.has(`platform.${platform}`)),
    versions,
    needsOwnText: fields.has('needsOwnText'),
    ...times,
    priority,
    share,
    isOnce: fields.has('isOnce'),
  };
}

function requireAt(isRight: boolean, field: string, kind: ProblemKind): asserts isRight {
  if (!isRight) throw problemAt(field, kind);
}

const CONTROL = /\p{Cc}/gu;
const CONTROL_IN_LINES = /(?!\n)\p{Cc}/gu;

function readTexts(fields: FormFields): AnnouncementContent['texts'] {
  const texts = LOCALES.flatMap((locale): [Locale, AnnouncementText][] => {
    const title = fields.raw(`title.${locale}`).replaceAll(CONTROL, ' ').trim();
    const body = fields.raw(`body.${locale}`).replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL_IN_LINES, ' ').trim();
    requireAt(title.length <= MAX_TITLE, `title.${locale}`, problems.longText);
    requireAt(body.length <= MAX_BODY, `body.${locale}`, problems.longText);
    const missing = locale === DEFAULT_LOCALE ? problems.noTitle : problems.halfText;
    const isAny = locale === DEFAULT_LOCALE || title !== '' || body !== '';
    requireAt(!isAny || title !== '', `title.${locale}`, missing);
    requireAt(!isAny || body !== '', `body.${locale}`, missing);
    return isAny ? [[locale, { title, body }]] : [];
  });
  return Object.fromEntries(texts);
}

function isLink(text: string): boolean {
  const url = text.length > MAX_LINK ? null : URL.parse(text);
  return url !== null && /^https:\/\/[^\s\p{C}]+$/iu.test(text) && url.username === '' && url.password === '';
}

function readNumber(text: string, most: number): number | undefined {
  const value = /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  return value <= most ? value : undefined;
}

function readTimes(fields: FormFields): Pick<AnnouncementContent, 'starts' | 'ends' | 'zone'> {
  const [starts, ends] = [readTime(fields, 'starts'), readTime(fields, 'ends')];
  const typed = fields.text('zone') || DEFAULT_ZONE;
  const zone = fields.text('clock') === 'players' ? null : typed;
  requireAt(zone === null || findZone(zone) !== undefined, 'zone', problems.notAZone);
  const { startsAt, endsAt } = spanOf({ starts, ends, zone }, DEFAULT_ZONE);
  requireAt(startsAt === null || endsAt === null || startsAt < endsAt, 'ends', problems.endsTooEarly);
  return { starts, ends, zone };
}

function readTime(fields: FormFields, name: string): string | null {
  const typed = fields.text(name);
  if (typed === '') return null;
  const wallTime = toWallTime(typed);
  requireAt(wallTime !== undefined, name, problems.notATime);
  return wallTime;
}
