import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import type { WireRequest } from './client.ts';
import { createKey, askByKey, revokeKey } from './key.ts';

const { player, collaborator } = inject('cast');
const LEVELS = '/api/levelhead/levels';
const NEW = {
  userId: collaborator.userId,
  title: 'Over the Wire',
  tags: ['ltag_boss'],
  requiredPlayers: 1,
  avatarId: 'jibber',
  creatorTime: 9,
  gameVersion: '1.20.4',
  locale: 'en-US',
  data: 'SGVsbG8=',
  content: { World: 1, Movement: 2, Puzzles: 3, Enemies: 4, Hazards: 5 },
};
const WON = { userId: player.userId, outcome: 'won', playTime: 30, time: 20, score: 100 };
const GIFT = { userId: player.userId, bucks: 5 };
const publish = async () => {
  const published = await ask('staff', `POST ${LEVELS}`, { body: NEW });
  expect(published.status, published.text).toBeLessThan(300);
  return (published.data() as { levelId: string }).levelId;
};
let published: Promise<string> | undefined;
/** One for all tests that leave it: nobody publishes more than fifty in a day, in however many runs. */
const findLevel = () => (published ??= publish());

/** The call about a level, with what a game's server sends. */
const CALLS: [name: string, line: (levelId: string) => string, asked: WireRequest][] = [
  ['POST levels', () => `POST ${LEVELS}`, { body: NEW }],
  ['PATCH level', (id) => `PATCH ${LEVELS}/${id}`, { body: { userId: collaborator.userId, title: 'Again' } }],
  ['POST attempts', (id) => `POST ${LEVELS}/${id}/attempts`, { body: WON }],
  ['POST tips', (id) => `POST ${LEVELS}/${id}/tips`, { body: GIFT }],
  ['POST exposures', (id) => `POST ${LEVELS}/${id}/exposures`, { body: GIFT }],
  ['DELETE level', (id) => `DELETE ${LEVELS}/${id}?userId=${collaborator.userId}`, {}],
];
const NO_USER = [401, 'Bad credentials!'];
const NO_LEVEL = [404, 'There is no such level.'];

describe('what a game’s server tells of levels', () => {
  test.each(CALLS)('by %s is for it and for staff', async (name, line, request) => {
    const levelId = await (name === 'DELETE level' ? publish() : findLevel());
    const key = await createKey('player', ['rumpus-stats-write']);
    expect((await ask(undefined, line(levelId), request)).refusal).toEqual(NO_USER);
    expect((await ask('player', line(levelId), request)).refusal).toEqual([403, "You aren't allowed in here."]);
    expect((await askByKey(key.key, line(levelId), request)).refusal).toEqual([
      403,
      'This key is not allowed to do that.',
    ]);
    await revokeKey('player', key);
    const cookie = { ...request, headers: { cookie: inject('cast').player.cookie } };
    expect((await ask(undefined, line(levelId), cookie)).refusal).toEqual([
      403,
      'This did not come from our own pages. Reload and try again.',
    ]);
    if (name !== 'POST levels') expect((await ask('staff', line('n0thing'), request)).refusal).toEqual(NO_LEVEL);
    if (request.body !== undefined) {
      const [status, sentence] = (await ask('staff', line(levelId), { body: {} })).refusal;
      expect([status, sentence]).toEqual([400, 'That is not what a game sends. Look at fields.']);
    }
    expect((await ask('staff', line(levelId), request)).status).toBeLessThan(300);
  });

  test.each(CALLS.filter(([name]) => name.startsWith('POST')))('by %s happens once', async (name, line, { body }) => {
    const levelId = await findLevel();
    const headers = { 'idempotency-key': `play-${name.slice(5)}-${levelId}` };
    const send = (request: WireRequest) => ask('staff', line(levelId), { body, ...request });
    expect((await send({ headers })).status).toBeLessThan(300);
    expect((await send({ headers })).headers['idempotency-replayed']).toBe('true');
    const other = { ...(body as object), userId: inject('cast').creator.userId };
    expect((await send({ headers, body: other })).refusal).toEqual([
      422,
      'This Idempotency-Key was used for another request.',
    ]);
    expect((await send({ headers: { 'idempotency-key': 'no key' } })).refusal).toEqual([
      400,
      'An Idempotency-Key is 1 to 255 visible characters, in quotes or bare.',
    ]);
  });

  test('keeps to what is somebody’s own, and to the Marketing Department', async () => {
    const levelId = await findLevel();
    const own = { userId: collaborator.userId };
    const ownLevel = [400, 'That level is their own: only what others do counts.'];
    expect((await ask('staff', `POST ${LEVELS}/${levelId}/attempts`, { body: { ...WON, ...own } })).refusal).toEqual(
      ownLevel,
    );
    expect((await ask('staff', `POST ${LEVELS}/${levelId}/tips`, { body: { ...GIFT, ...own } })).refusal).toEqual(
      ownLevel,
    );
    const theirs = [403, 'That level is somebody else’s.'];
    const body = { userId: player.userId, title: 'Mine' };
    expect((await ask('staff', `PATCH ${LEVELS}/${levelId}`, { body })).refusal).toEqual(theirs);
    expect((await ask('staff', `DELETE ${LEVELS}/${levelId}?userId=${player.userId}`)).refusal).toEqual(theirs);
    expect((await ask('staff', `POST ${LEVELS}/0hds26q/exposures`, { body: GIFT })).refusal).toEqual([
      409,
      'That level is not in the Marketing Department.',
    ]);
    const [status, sentence] = (await ask('staff', `DELETE ${LEVELS}/${levelId}`)).refusal;
    expect([status, sentence]).toEqual([400, expect.stringMatching(/^Invalid userId: /)]);
  });
});

test.each(CALLS.filter(([, , { body }]) => body !== undefined))(
  '%s refuses other types and bodies over its limit',
  async (_, line) => {
    const levelId = await findLevel();
    const send = (body: string, type: string) =>
      ask('staff', line(levelId), { body, headers: { 'content-type': type } });
    expect((await send('a: b', 'text/yaml')).refusal).toEqual([415, 'This call takes JSON or a form.']);
    const large = `{"title":"${'x'.repeat(4 * 1024 * 1024)}"}`;
    expect((await send(large, 'application/json')).refusal).toEqual([413, 'That is larger than this call takes.']);
  },
);
