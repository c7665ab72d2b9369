import * as z from 'zod/mini';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isProblem } from '#lib/problem.ts';

import { noShortlink } from './problems.ts';
import { MAX_TAGS, ShortlinkChange, Slug } from './shortlink.ts';
import type { ShortlinkRecord } from './shortlink.ts';
import { changeShortlink, getShortlink } from './shortlinks.server.ts';

/** In one step. */
export const MAX_MANY = 500;

/** What a step has changed of each, to be put back. */
export const BeforeMany = z.array(z.object({ slug: Slug, change: ShortlinkChange })).check(z.maxLength(MAX_MANY));
export type BeforeMany = z.output<typeof BeforeMany>;

/** Those that have them already are left out, and so are those that are gone. Needs staff. @throws Problem 401 or 403 */
export function tagMany(
  current: Current,
  slugs: readonly string[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<BeforeMany> {
  return changeMany(current, slugs, ({ tags }) => {
    const left = [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])].slice(0, MAX_TAGS);
    return left.join(' ') === tags.join(' ') ? undefined : { tags: left };
  });
}

/** They end now. As `tagMany`. */
export function expireMany(current: Current, slugs: readonly string[]): Promise<BeforeMany> {
  const now = current.now().toISOString();
  return changeMany(current, slugs, ({ expiresAt }) =>
    expiresAt !== null && expiresAt <= now ? undefined : { expiresAt: now },
  );
}

/** Puts back what a step has changed. Needs staff. @returns what they were meanwhile @throws Problem 401 or 403 */
export function putBackMany(current: Current, before: BeforeMany): Promise<BeforeMany> {
  const changes = new Map(before.map(({ slug, change }) => [slug, change]));
  return changeMany(current, [...changes.keys()], ({ slug }) => changes.get(slug));
}

function changeMany(
  current: Current,
  slugs: readonly string[],
  plan: (link: ShortlinkRecord) => ShortlinkChange | undefined,
): Promise<BeforeMany> {
  requireRole(current, 'staff');
  return inTransaction(current, async (current) => {
    const before: BeforeMany = [];
    // In one order, so that two who do this do not wait for each other.
    for (const slug of [...new Set(slugs)].toSorted().slice(0, MAX_MANY)) {
      const was = await changeOne(current, slug, plan);
      if (was !== undefined) before.push({ slug, change: was });
    }
    return before;
  });
}

async function changeOne(
  current: Current,
  slug: string,
  plan: (link: ShortlinkRecord) => ShortlinkChange | undefined,
): Promise<ShortlinkChange | undefined> {
  try {
    const link = await getShortlink(current, slug);
    const change = link.deletedAt === null ? plan(link) : undefined;
    if (change === undefined) return undefined;
    await changeShortlink(current, slug, change, link.rev);
    return Object.fromEntries(Object.keys(change).map((name) => [name, Reflect.get(link, name)])) as ShortlinkChange;
  } catch (refusal) {
    if (isProblem(refusal, noShortlink)) return undefined;
    throw refusal;
  }
}
