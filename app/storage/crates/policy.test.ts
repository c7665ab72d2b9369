import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import type { Role } from '#app/current/role.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { TAGS, mayAny as mayAnyAs, mayTurn, passes as passesAs, policies } from '#test/policies.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import type { Action, Policy } from './policy.ts';

const site = useTestSite();
let crate: string;
let items: Item[];

beforeAll(async () => {
  crate = await createCrate(site, 'ruled', {});
  const people = [CAST.player.userId, CAST.creator.userId, CAST.staff.userId];
  items = [];
  for (let index = 0; index < 24; index += 1) {
    const tags = [...TAGS.filter((_, bit) => (index >> (bit % 4)) % 2 === 1), 'all'];
    const owner = people[index % 3] ?? '';
    const collaborators = index % 4 === 0 ? [owner, CAST.collaborator.userId] : [owner];
    items.push(await createItem(site, crate, 'admin', { name: `item-${index}`, tags, collaborators }));
  }
});

interface PrincipalCase {
  who: CastName | undefined;
  role: Role;
  /** The role of a masquerade, which counts instead of one's own. */
  as?: Role;
}
const principals = fc.constantFrom<PrincipalCase>(
  { who: undefined, role: 'public' },
  { who: 'player', role: 'authenticated' },
  { who: 'creator', role: 'authenticated' },
  { who: 'collaborator', role: 'authenticated' },
  { who: 'staff', role: 'staff' },
  { who: 'admin', role: 'admin' },
  { who: 'super', role: 'super' },
  { who: 'staff', role: 'authenticated', as: 'authenticated' },
  { who: 'super', role: 'staff', as: 'staff' },
);

const judgedAs = ({ who, role }: PrincipalCase) => ({ userId: who && CAST[who].userId, role });
const passes = (policy: Policy, action: Action, principal: PrincipalCase, item: Item, direct: boolean) =>
  passesAs(policy, action, judgedAs(principal), item, direct);
const mayAny = (policy: Policy, action: Action, principal: PrincipalCase) =>
  mayAnyAs(policy, action, judgedAs(principal));

/** What a change is refused with: where the caller may see nothing of the crate, it does not exist for them. */
function refusalOf(policy: Policy, principal: PrincipalCase): number {
  if (!mayAny(policy, 'list', principal) && !mayAny(policy, 'read', principal)) return 404;
  return principal.who === undefined ? 401 : 403;
}

test('lists, counts, downloads, single items, changes and batches apply the policy alike', async () => {
  const run = fc.asyncProperty(policies, principals, fc.nat(23), async (policy, principal, index) => {
    expect((await site.ask('admin', crate, { method: 'PUT', body: { policy } })).status).toBe(200);
    await listsAgree(policy, principal);
    await itemsAgree(policy, principal);
    // A masquerade is for reading: it comes with the address of a GET.
    if (principal.as === undefined) await writesAgree(policy, principal, items[index] ?? items[0]!);
  });
  await fc.assert(run, { numRuns: countCases(100) });
}, 120_000);

async function get(principal: PrincipalCase, path: string): Promise<Response> {
  const masquerade = principal.as === undefined ? '' : `${path.includes('?') ? '&' : '?'}masquerade=${principal.as}`;
  return site.ask(principal.who, `${path}${masquerade}`);
}

async function listsAgree(policy: Policy, principal: PrincipalCase): Promise<void> {
  const some = items.filter((_, index) => index % 2 === 0);
  const red = items.filter(({ tags }) => tags.includes('red'));
  const searches: [query: string, direct: boolean, among: Item[]][] = [
    ['', false, items],
    ['tags=all', false, items],
    ['tags=red,-quiet', false, red.filter(({ tags }) => !tags.includes('quiet'))],
    ['tags=all,red', false, red],
    [`itemIds=${some.map(({ itemId }) => itemId).join()}`, true, some],
    [`names=${some.map(({ name }) => name).join()}&sort=name`, true, some],
  ];
  const checks = searches.map(async ([query, direct, among]) => {
    const [found, counted] = await Promise.all(
      ['limit=128', 'count=true'].map((more) => get(principal, `${crate}/items?${query}&${more}`)),
    );
    if (!mayAny(policy, 'list', principal))
      return expect([query, found?.status, counted?.status]).toEqual([query, 404, 404]);
    const expected = among.filter((item) => passes(policy, 'list', principal, item, direct));
    expect([query, idsOf(await dataOf<Item[]>(found!))]).toEqual([query, idsOf(expected)]);
    expect([query, await dataOf<number>(counted!)]).toEqual([query, expected.length]);
  });
  await Promise.all(checks);
  const facets = await get(principal, `${crate}/items?facets=${[...TAGS, 'all'].join()}`);
  if (!mayAny(policy, 'list', principal)) return expect(facets.status).toBe(404);
  const seen = items.filter((item) => passes(policy, 'list', principal, item, false));
  const counts = [...TAGS, 'all'].map((tag) => [tag, seen.filter(({ tags }) => tags.includes(tag)).length] as const);
  expect(await dataOf(facets)).toEqual(Object.fromEntries(counts.filter(([, count]) => count > 0)));
}

async function itemsAgree(policy: Policy, principal: PrincipalCase): Promise<void> {
  const checks = items.map(async (item) => {
    const { itemId, name } = item;
    const wanted = passes(policy, 'read', principal, item, true) ? 200 : 404;
    expect((await get(principal, `${crate}/items/${itemId}`)).status).toBe(wanted);
    expect((await get(principal, `${crate}/items/${itemId}?download=true`)).status).toBe(wanted);
    const overridden = await get(principal, `${crate}/items/${itemId}?permissionsOverride=true`);
    expect(overridden.status).toBe(overrideStatus(policy, principal, item));
    const listed = passes(policy, 'list', principal, item, true) ? wanted : 404;
    expect((await get(principal, `${crate}/items?names=${name}&download=true`)).status).toBe(listed);
  });
  await Promise.all(checks);
}

/** Who may override nothing is refused as for a change; who may, finds what the rule of overriding lets them. */
function overrideStatus(policy: Policy, principal: PrincipalCase, item: Item): number {
  if (!mayAny(policy, 'override', principal)) return refusalOf(policy, principal);
  return passes(policy, 'override', principal, item, true) ? 200 : 404;
}

async function writesAgree(
  policy: Policy,
  principal: PrincipalCase,
  { itemId, tags, collaborators }: Item,
): Promise<void> {
  const statusOf = (action: Action, item: Item, instead = false) => {
    if (!mayAny(policy, action, principal) && !instead) return refusalOf(policy, principal);
    const reads = passes(policy, 'read', principal, item, true);
    // Other changes answer the item, so that who makes them must be allowed to read it.
    if (passes(policy, action, principal, item, true) && (reads || action === 'stat')) return 200;
    return reads ? refusalOf(policy, principal) : 404;
  };
  const item = items.find((one) => one.itemId === itemId)!;
  const put = async (body: object) =>
    (await site.ask(principal.who, `${crate}/items/${itemId}/metadata`, { method: 'PUT', body })).status;
  expect(['tag', await put({ tags })]).toEqual(['tag', statusOf('tag', item)]);
  const shares = statusOf('collaborate', item, mayAny(policy, 'transfer', principal));
  expect(['collaborate', await put({ collaborators })]).toEqual(['collaborate', shares]);
  // Only what is refused is asked for, so that the items stay as they are.
  const others = [...tags, TAGS.find((tag) => !tags.includes(tag)) ?? 'none'];
  if (shares === 200 && statusOf('tag', item) === 200 && !mayTurn(policy, principal.role, tags, others)) {
    expect(['protect', await put({ tags: others })]).toEqual(['protect', refusalOf(policy, principal)]);
  }
  const handsOver = statusOf('transfer', item, mayAny(policy, 'collaborate', principal));
  const { staff, creator } = CAST;
  const heir = collaborators[0] === staff.userId ? creator.userId : staff.userId;
  if (handsOver !== 200) expect(['transfer', await put({ collaborators: [heir] })]).toEqual(['transfer', handsOver]);
  const updates = items.map((one) => ({ itemId: one.itemId, changeStats: { plays: 1 } }));
  const response = await site.ask(principal.who, `${crate}/items/@batch/stats`, { method: 'PATCH', body: { updates } });
  if (!mayAny(policy, 'stat', principal)) return expect(response.status).toBe(refusalOf(policy, principal));
  const entries = await dataOf<{ problem?: { status: number } }[]>(response);
  expect(entries.map(({ problem }) => problem?.status ?? 200)).toEqual(items.map((one) => statusOf('stat', one)));
}

function idsOf(some: Item[]): string[] {
  return some.map(({ itemId }) => itemId).toSorted();
}
