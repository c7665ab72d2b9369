import { expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';
import type { Item } from './item.ts';

const POLICY = { ...OPEN_POLICY, history: ['owner', 'staff'] };
const crate = useCrate('revert', { policy: POLICY });
const clock = useCrate('revert-clock');
const full = useCrate('revert-full', { policy: { ...POLICY, quotas: { user: { versions: 1 } } } });

interface RevertedCount {
  count: number;
  items: { itemId: string; name: string | null; rev?: number; reason?: string }[];
}
type WireRevert = Record<'restored' | 'trashed' | 'undeleted' | 'conflicts', RevertedCount>;

/** A moment of the site's clock: every write before it has that time at the latest, and every one after it a later. */
async function moment(): Promise<string> {
  const { updatedAt } = await clock.create('super');
  for (let later = updatedAt; later === updatedAt;) later = (await clock.create('super')).updatedAt;
  return updatedAt;
}

const revert = async (to: string, more: object = {}) =>
  (await ask('admin', `POST ${crate.path}/revert`, { body: { to, dryRun: false, ...more } })).data() as WireRevert;
const idsOf = ({ items }: RevertedCount) => items.map(({ itemId }) => itemId).toSorted();
const countsOf = ({ restored, trashed, undeleted, conflicts }: WireRevert) =>
  [restored, trashed, undeleted, conflicts].map(({ count }) => count);
const note = async (who: 'player' | 'staff', { itemId }: Item, text: string) => {
  const changed = await ask(who, `PATCH ${crate.items}/${itemId}/metadata`, { body: { note: text } });
  expect(changed.status).toBe(200);
};
const read = (item: Item) => ask('admin', `GET ${crate.items}/${item.itemId}`);

test('a crate goes back to a moment: first in a preview, then for good, and back again', async () => {
  const [edited, deleted] = [await crate.create('player', { note: 'then' }), await crate.create('player')];
  const to = await moment();
  await note('player', edited, 'now');
  const late = await crate.create('player');
  await ask('player', `DELETE ${crate.items}/${deleted.itemId}`);
  const dry = await revert(to, { dryRun: true });
  expect((await read(edited)).item.note).toBe('now');
  const undo = await moment();
  const done = await revert(to);
  expect(done).toEqual({ ...dry, dryRun: false });
  expect([idsOf(done.restored), idsOf(done.undeleted)]).toEqual([[edited.itemId], [deleted.itemId]]);
  expect(idsOf(done.trashed)).toContain(late.itemId);
  expect([(await read(edited)).item.note, (await read(late)).status, (await read(deleted)).status]).toEqual([
    'then',
    404,
    200,
  ]);
  expect(countsOf(await revert(to))).toEqual([0, 0, 0, 0]);
  await revert(undo);
  expect([(await read(edited)).item.note, (await read(late)).status, (await read(deleted)).status]).toEqual([
    'now',
    200,
    404,
  ]);
});

test('a revert of one user undoes only their edits, and reports those that others have edited too', async () => {
  const [theirs, mixed, others] = [
    await crate.create('player', { note: 'then' }),
    await crate.create('player', { note: 'then' }),
    await crate.create('player', { note: 'then' }),
  ];
  const to = await moment();
  await note('staff', theirs, 'by staff');
  await note('staff', mixed, 'by staff');
  await note('player', mixed, 'by player');
  await note('player', others, 'by player');
  const { userId } = inject('cast').staff;
  const done = await revert(to, { userId });
  expect(countsOf(done)).toEqual([1, 0, 0, 1]);
  expect(done.conflicts.items).toEqual([{ itemId: mixed.itemId, name: null, reason: 'editedByOthers' }]);
  const notes = await Promise.all([theirs, mixed, others].map(async (item) => (await read(item)).item.note));
  expect(notes).toEqual(['then', 'by player', 'by player']);
});

test('a change to the history of a crate is refused when it does not come from our own pages', async () => {
  const { itemId } = await crate.create('super');
  const lines = [
    `POST ${crate.items}/${itemId}/versions/1/restore`,
    `POST ${crate.path}/trash/${itemId}/restore`,
    `DELETE ${crate.path}/trash/${itemId}`,
    `POST ${crate.path}/revert`,
  ];
  for (const line of lines) {
    const reply = await ask(undefined, line, { headers: { cookie: inject('cast').super.cookie } });
    expect(reply.refusal).toEqual([403, 'This did not come from our own pages. Reload and try again.']);
  }
});

test('a revert takes JSON of a reasonable size', async () => {
  const send = (body: string, type: string) =>
    ask('admin', `POST ${crate.path}/revert`, { body, headers: { 'content-type': type } });
  expect((await send('to: now', 'text/yaml')).refusal).toEqual([415, 'This call takes JSON or a form.']);
  const large = JSON.stringify({ to: ' '.repeat(1_200_000) });
  expect((await send(large, 'application/json')).refusal).toEqual([413, 'That is larger than this call takes.']);
});

test('a revert is for admins, of an existing crate, to a moment in the past, within the quotas', async () => {
  const body = { to: new Date(0).toISOString(), dryRun: true };
  const refusals: unknown[] = [];
  for (const who of [undefined, 'player', 'staff'] as const) {
    refusals.push((await ask(who, `POST ${crate.path}/revert`, { body })).refusal);
  }
  const forbidden = [403, "You aren't allowed in here."];
  expect(refusals).toEqual([[401, 'Bad credentials!'], forbidden, forbidden]);
  const none = await ask('admin', 'POST /api/storage/crates/no-such-crate/revert', { body });
  expect(none.refusal).toEqual([404, "We don't have what you're looking for."]);
  const late = { to: '9999-01-01T00:00:00Z', dryRun: true };
  expect((await ask('admin', `POST ${crate.path}/revert`, { body: late })).refusal).toEqual([
    400,
    'That moment has not come yet.',
  ]);
  const types = [{ to: 5, dryRun: true }, { to: body.to }, { ...body, dryRun: 'no' }, []];
  for (const bad of [{}, { to: 'x', dryRun: true }, { ...body, userId: 'a b' }, ...types]) {
    const sent = { body: JSON.stringify(bad), headers: { 'content-type': 'application/json' } };
    expect((await ask('admin', `POST ${crate.path}/revert`, sent)).status).toBe(400);
  }
  const zoned = { to: '2020-01-01T01:00:00+01:00', dryRun: true };
  const data = (await ask('admin', `POST ${crate.path}/revert`, { body: zoned })).data();
  expect(data).toMatchObject({ to: '2020-01-01T00:00:00.000Z' });
  const item = await full.create('player');
  const to = await moment();
  const changed = await ask('player', `PATCH ${full.items}/${item.itemId}/metadata`, { body: { note: 'x' } });
  expect(changed.status).toBe(200);
  const request = { body: { to, dryRun: false }, expects: 507 };
  const beyond = await ask('admin', `POST ${full.path}/revert`, request);
  expect(beyond.refusal).toEqual([507, 'That is more than the quota has left.']);
});
