import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { FeedFollower, untilFinal } from '#test/follower.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, refusalOf } from '#test/storage.ts';

import { pruneChanges } from '../history/prune.server.ts';
import { feedFor } from './feed.server.ts';
import { readToken, writeToken } from './position.server.ts';
import type { FeedPosition } from './position.server.ts';

const site = useTestSite();
let crates = 0;
const newCrate = () => createCrate(site, `crate-${(crates += 1)}`);
const idOf = (crate: string) => crate.split('/').at(-1) ?? '';
const ask = async (crate: string, token: string | undefined, who?: 'player' | 'staff') =>
  refusalOf(await site.ask(who, `${crate}/changes?since=${token ?? ''}`));
const tokenFrom = async (crate: string, who?: 'player' | 'staff') => {
  const follower = new FeedFollower(site, crate, who);
  await follower.readAll();
  return follower.token ?? '';
};
/** The token with another position in it. */
const moved = async (crate: string, token: string, change: (position: FeedPosition) => Partial<FeedPosition>) => {
  const { secret } = site.parts;
  const { scope } = await feedFor(systemCurrent(site.parts), idOf(crate));
  const position = readToken(token, idOf(crate), scope, secret);
  return writeToken({ ...position, ...change(position) }, idOf(crate), scope, secret);
};

const FOREIGN = [400, 'Invalid since: not a token of this crate’s changes.'];
const GONE = [410, 'The changes since then are no longer told. Start anew, without since.'];

test('the change feed refuses what is not a token of the crate', async () => {
  const [crate, other] = [await newCrate(), await newCrate()];
  const token = await tokenFrom(crate);
  expect(await ask(other, token)).toEqual(FOREIGN);
  expect(await ask(crate, `${token.slice(0, 50)}${token[50] === 'A' ? 'B' : 'A'}${token.slice(51)}`)).toEqual(FOREIGN);
  expect(await ask(crate, 'nonsense')).toEqual(FOREIGN);
  expect((await site.ask(undefined, `${crate}/changes?limit=129`)).status).toBe(400);
});

describe('a token answers 410', () => {
  test('when the changes after it were pruned, and not before', async () => {
    const crate = await newCrate();
    await createItem(site, crate, 'player');
    await untilFinal(site);
    const early = await tokenFrom(crate);
    await createItem(site, crate, 'player');
    await untilFinal(site);
    const late = await tokenFrom(crate);
    const { clock } = site;
    const now = clock.now;
    clock.now = new Date(now.getTime() + 29 * 86_400_000);
    await pruneChanges(systemCurrent(site.parts));
    expect(await ask(crate, early)).toEqual([200, undefined]);
    clock.now = new Date(now.getTime() + 31 * 86_400_000);
    await pruneChanges(systemCurrent(site.parts));
    expect(await ask(crate, early)).toEqual(GONE);
    expect(await ask(crate, late)).toEqual([200, undefined]);
    const anew = new FeedFollower(site, crate, undefined);
    expect(await anew.readAll()).toHaveLength(2);
    expect(await ask(crate, anew.token)).toEqual([200, undefined]);
    clock.now = now;
  });

  test('when it comes from another database or one that was restored', async () => {
    const crate = await newCrate();
    const token = await tokenFrom(crate, 'staff');
    expect(await ask(crate, await moved(crate, token, ({ life }) => ({ life })), 'staff')).toEqual([200, undefined]);
    expect(await ask(crate, await moved(crate, token, () => ({ life: '7.00000001' })), 'staff')).toEqual(GONE);
    expect(await ask(crate, await moved(crate, token, () => ({ xid: '987654321987' })), 'staff')).toEqual(GONE);
  });

  test('when its reader may see other items than before', async () => {
    const crate = await newCrate();
    const [visitor, player] = [await tokenFrom(crate), await tokenFrom(crate, 'player')];
    expect(await ask(crate, player, 'staff')).toEqual(GONE);
    expect(await ask(crate, visitor, 'player')).toEqual(GONE);
    const change = (policy: object) => site.ask('admin', crate, { method: 'PUT', body: { policy } });
    await change({ ...OPEN_POLICY, create: ['staff'] });
    expect(await ask(crate, player, 'player')).toEqual([200, undefined]);
    await change({ ...OPEN_POLICY, list: ['staff', 'owner'] });
    expect(await ask(crate, player, 'player')).toEqual(GONE);
    expect(await ask(crate, visitor)).toEqual([404, "We don't have what you're looking for."]);
  });

  test('when another crate got the name', async () => {
    const crate = await newCrate();
    const token = await tokenFrom(crate);
    expect((await site.ask('admin', crate, { method: 'DELETE' })).status).toBe(204);
    site.clock.now = new Date(Date.now() + 1000);
    await createCrate(site, idOf(crate));
    expect(await ask(crate, token)).toEqual(GONE);
  });
});
