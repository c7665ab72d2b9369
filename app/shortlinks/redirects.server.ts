import { hash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import type { CachedRows } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';

import { LinkVisitor, isPrefetch } from './link-visitor.server.ts';
import type { LinkRequest } from './link-visitor.server.ts';
import { isPassword } from './passwords.server.ts';
import { findShortlinkRow } from './shortlink-rows.server.ts';
import { Slug } from './shortlink.ts';
import type { ShortlinkRule } from './shortlink.ts';
import type { TargetPreview } from './target-preview.ts';
import { readTarget, withUtm } from './targets.server.ts';
import { noteVisit } from './visits.server.ts';

type Redirects = Pick<Current, 'db' | 'rowCache' | 'config' | 'now' | 'stage' | 'log'>;

/** What becomes of opening a link: it leads away, or there is a page to show. */
type OpenedLink =
  | { readonly is: 'away'; readonly to: string }
  | { readonly is: 'none' }
  | { readonly is: 'prefetch' }
  | { readonly is: 'over'; readonly why: 'expired' | 'used' | 'deleted' }
  | { readonly is: 'locked'; readonly title: string }
  | {
      readonly is: 'preview';
      readonly shortlinkId: string;
      readonly title: string;
      readonly preview: TargetPreview | undefined;
      /** Undefined where only who uses a visit up, or has the password, is told. */
      readonly to: string | undefined;
    };

/** As it is kept in memory until it is changed. */
interface KeptLink {
  readonly shortlinkId: string;
  readonly slug: string;
  readonly title: string;
  /** With its campaign; undefined for one that is not allowed any more. */
  readonly target: string | undefined;
  readonly rules: readonly KeptRule[];
  readonly expiresAt: number;
  readonly isLimited: boolean;
  readonly passwordHash: string | null;
  readonly isDeleted: boolean;
  readonly preview: TargetPreview | undefined;
}

interface KeptRule extends Omit<ShortlinkRule, 'target'> {
  readonly target: string | undefined;
  readonly start: number;
  readonly end: number;
}

const KEPT: CachedRows<KeptLink> = { topic: 'shortlinks' };

/** For a deed that has changed one; other processes hear of it by the table. */
export function forgetShortlink({ rowCache }: Pick<Current, 'rowCache'>, slug: string): void {
  rowCache.forget(KEPT, slug);
}

/**
 * Whoever opens it, by its headers alone. A visit that leads away is counted here, and one of a link with so many visits is
 * used up; what nobody looks at uses none up, and is not told where such a link leads.
 */
export async function openLink(current: Redirects, slug: string, visitor: LinkVisitor): Promise<OpenedLink> {
  const link = await findKept(current, slug);
  if (link === undefined) return { is: 'none' };
  const over = findEnd(current, link);
  if (over !== undefined) return over;
  if (isPrefetch(visitor.headers)) return { is: 'prefetch' };
  const isSecret = link.passwordHash !== null || link.isLimited;
  if (visitor.agent.kind === 'unfurl') return toPreview(link, !isSecret);
  if (link.passwordHash !== null) return { is: 'locked', title: link.title };
  return goOn(current, link, visitor);
}

/** For who has typed a password. @returns undefined for a wrong one */
export async function unlockLink(
  current: Redirects,
  slug: string,
  password: string,
  visitor: LinkVisitor,
): Promise<OpenedLink | undefined> {
  const link = await findKept(current, slug);
  if (link === undefined) return { is: 'none' };
  const over = findEnd(current, link);
  if (over !== undefined) return over;
  if (link.passwordHash !== null && !(await isPassword(password, link.passwordHash))) return undefined;
  return goOn(current, link, visitor);
}

async function goOn(current: Redirects, link: KeptLink, visitor: LinkVisitor): Promise<OpenedLink> {
  const { method } = visitor;
  const { branch, target } = chooseTarget(current, link, visitor);
  if (target === undefined) return { is: 'none' };
  if (link.isLimited) {
    const isLooked = method !== 'HEAD' && visitor.agent.kind === 'person';
    if (!isLooked) return toPreview(link, false);
    if (!(await useVisit(current, link))) return { is: 'over', why: 'used' };
  }
  if (method !== 'HEAD') noteVisit(current, visitor, { shortlinkId: link.shortlinkId, branch });
  return { is: 'away', to: target };
}

function toPreview({ shortlinkId, title, preview, target }: KeptLink, isTold: boolean): OpenedLink {
  return { is: 'preview', shortlinkId, title, preview: isTold ? preview : undefined, to: isTold ? target : undefined };
}

/** One conditional update, so that as many as may come do, whoever comes at the same time. */
async function useVisit({ db }: Redirects, { shortlinkId }: KeptLink): Promise<boolean> {
  const used = await db.query(sql`update shortlinks set used_visits = used_visits + 1
    where shortlink_id = ${shortlinkId} and deleted_at is null and (max_visits is null or used_visits < max_visits)
    returning slug`);
  return used.length > 0;
}

function findEnd({ now }: Redirects, link: KeptLink): OpenedLink | undefined {
  if (link.isDeleted) return { is: 'over', why: 'deleted' };
  return now().getTime() >= link.expiresAt ? { is: 'over', why: 'expired' } : undefined;
}

async function findKept(current: Redirects, typed: string): Promise<KeptLink | undefined> {
  const { data: slug } = Slug.safeParse(typed);
  if (slug === undefined) return undefined;
  return current.rowCache.get(KEPT, slug, current.db, async (db) => {
    const row = await findShortlinkRow({ db }, slug);
    if (row === undefined) return undefined;
    // Again as when it was written: what is allowed may have changed since, and nothing else may lead anywhere.
    const lead = (target: string) => {
      const url = readTarget(target, current.config);
      return url instanceof URL ? withUtm(url, row.utm) : undefined;
    };
    return {
      shortlinkId: row.shortlink_id,
      slug,
      title: row.title,
      target: lead(row.target),
      rules: row.rules.map((rule) =>
        Object.assign({}, rule, {
          target: lead(rule.target),
          start: rule.from === null ? -Infinity : Date.parse(rule.from),
          end: rule.until === null ? Infinity : Date.parse(rule.until),
        }),
      ),
      expiresAt: row.expires_at?.getTime() ?? Infinity,
      isLimited: row.max_visits !== null,
      passwordHash: row.password_hash,
      isDeleted: row.deleted_at !== null,
      preview: row.preview ?? undefined,
    };
  });
}

interface Branch {
  /** 0 for the link's own target, else the place of a rule. */
  readonly branch: number;
  readonly target: string | undefined;
}

function chooseTarget(current: Redirects, link: KeptLink, visitor: LinkVisitor): Branch {
  if (link.rules.length === 0) return { branch: 0, target: link.target };
  const now = current.now().getTime();
  const at = link.rules.findIndex((rule, place) => isMet(rule, now, visitor, `${link.shortlinkId} ${place}`));
  const rule = link.rules[at];
  return rule === undefined ? { branch: 0, target: link.target } : { branch: at + 1, target: rule.target };
}

function isMet(rule: KeptRule, now: number, visitor: LinkVisitor, seed: string): boolean {
  const { devices, locales, countries, start, end, share } = rule;
  if (now < start || now >= end) return false;
  if (devices.length > 0 && !devices.includes(visitor.agent.device)) return false;
  if (locales.length > 0 && !locales.some((one) => one === visitor.locale)) return false;
  if (countries.length > 0 && !countries.includes(visitor.country)) return false;
  return share === null || percentile(visitor, seed) < share;
}

/** From 0 to 99, the same whenever they come; nobody keeps it. */
function percentile({ address, userAgent }: LinkVisitor, seed: string): number {
  const digits = hash('sha256', `${seed}\n${callerKey(address)}\n${userAgent}`);
  return Number.parseInt(digits.slice(0, 12), 16) % 100;
}

const START = '/go/';

export function isShortlinkPath(path: string): boolean {
  return path.startsWith(START) && path.length > START.length;
}

/**
 * Leads away without what a page costs. @param headers of the answer
 * @returns undefined where the page of the link has something to show, such as that it has ended
 */
export async function answerShortlink(
  current: Redirects,
  request: LinkRequest,
  headers: Record<string, string>,
): Promise<Response | undefined> {
  const opened = await openLink(current, request.path.slice(START.length), new LinkVisitor(current, request));
  const own = { ...headers, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
  if (opened.is === 'away') return new Response(null, { status: 302, headers: { ...own, location: opened.to } });
  // Any success would be shown to whoever follows the link later, and nobody would be counted.
  return opened.is === 'prefetch' ? new Response(null, { status: 403, headers: own }) : undefined;
}
