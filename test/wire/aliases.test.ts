import { beforeAll, describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import type { WireRequest, WireReply } from './client.ts';

const { player, creator, collaborator, staff } = inject('cast');
const RUN = inject('run');
const NAME = `Sprocket ${RUN}`;
/** They look alike: a capital I stands for a small L. */
const [LIMES, IIMES] = [`limes ${RUN}`, `Iimes ${RUN}`];

const USERS = '/api/aliases/contexts/levelhead/users';
const QUEUE = '/api/aliases/moderation';
const LOGGED_OUT = [401, 'Bad credentials!'];
const FORBIDDEN = [403, "You aren't allowed in here."];
const NOWHERE = [404, "We don't have what you're looking for."];
const NOBODY = [404, 'Nobody of that id has a name there.'];
const OWN_NAME = [403, 'You can’t judge your own alias. Somebody else has to.'];
const NO_ID = '0190a0b0-0000-7000-8000-000000000000';

type WireRole = Parameters<typeof ask>[0];
const nameOf = async (who: WireRole, id = '@me') =>
  (await ask(who, `GET ${USERS}/${id}`)).data() as Record<string, unknown>;
const change = (who: WireRole, alias: unknown, id = '@me') => ask(who, `PUT ${USERS}/${id}`, { body: { alias } });
const decide = (who: WireRole, userId: string, body: object, headers: WireRequest['headers'] = {}) =>
  ask(who, `POST ${USERS}/${userId}/decisions`, { body, headers });
const replace = (userId: string) =>
  decide('admin', userId, { decision: 'replace', reason: 'A new run of tests.' }, { 'if-match': '*' });
const seen = async (who: WireRole, userId: string, query = '') => {
  const [name] = (await ask(who, `GET ${USERS}?userIds=${userId}${query}`)).data() as Record<string, unknown>[];
  return name;
};

/** A name that somebody may choose, whenever the last run was: what a moderator gave has no cooldown. */
async function begin(who: WireRole, userId: string, alias: string): Promise<WireReply> {
  if ((await nameOf(who)).alias !== null) await replace(userId);
  return change(who, alias);
}

beforeAll(async () => void (await begin('creator', creator.userId, LIMES)));

describe('one’s own name', () => {
  test('is changed by its owner, and then fixed for a while', async () => {
    const reply = await begin('collaborator', collaborator.userId, `  ${NAME} `);
    expect(reply.data()).toMatchObject({ userId: collaborator.userId, alias: NAME, state: 'approved' });
    expect(await seen(undefined, collaborator.userId)).toEqual({
      userId: collaborator.userId,
      alias: NAME,
      context: 'levelhead',
    });
    expect((await change('collaborator', `Other ${RUN}`)).refusal).toEqual([
      409,
      'You changed your alias not long ago. Stick with this one a little longer.',
    ]);
    expect(await nameOf('collaborator')).toMatchObject({ alias: NAME, changeableAt: expect.any(String) });
    expect(await nameOf('staff', collaborator.userId)).toMatchObject({ alias: NAME, safeAlias: expect.any(String) });
  });

  test('is neither changed nor read by anyone else', async () => {
    expect((await change(undefined, NAME)).refusal).toEqual(LOGGED_OUT);
    expect((await change('super', NAME, creator.userId)).refusal).toEqual(FORBIDDEN);
    expect((await ask(undefined, `GET ${USERS}/@me`)).refusal).toEqual(LOGGED_OUT);
    expect((await ask('player', `GET ${USERS}/${creator.userId}`)).refusal).toEqual(FORBIDDEN);
    const safe = USERS.replace('levelhead', 'levelhead-safe');
    expect((await ask('player', `GET ${safe}/@me`)).refusal).toEqual(NOWHERE);
    expect((await ask('player', `PUT ${safe}/@me`, { body: { alias: NAME } })).refusal).toEqual(NOWHERE);
    await replace(player.userId);
    expect((await change('player', LIMES.toUpperCase())).refusal).toEqual([
      409,
      'That alias is taken. Try another one.',
    ]);
  });

  test.each([
    ['x', 'An alias needs 2 to 24 characters.'],
    [
      'limes\u{202E}11',
      'There’s a hidden character in it that flips the direction of the text. Type it again by hand.',
    ],
    ['limes\u{200B}11', 'There’s an invisible character in it. Type it again by hand.'],
    ['<limes>', "Only use letters, digits, spaces, emoji and - _ . ' ’ ·"],
    ['e\u{0301}\u{0301}h', 'One letter can have two accents at most, and not the same one twice.'],
    ['🦊🦊', 'An alias needs at least one letter.'],
    ['a 🦊🦊🦊', 'Two emoji is the limit.'],
    ['-limes-', 'Start and end with a letter, a digit or an emoji, and don’t put two symbols or spaces side by side.'],
    ['Rumpus Staff', 'That alias is reserved for the studio and its games. Try another one.'],
  ])('may not be %j', async (name, sentence) => {
    const reply = await change('creator', name);
    expect(reply.refusal).toEqual([400, sentence]);
    expect(reply.json()).toMatchObject({ fields: { alias: sentence } });
  });

  test('comes with a safe one beside it on demand', async () => {
    const safe = { userId: creator.userId, alias: expect.stringMatching(/ #\d{5}$/), context: 'levelhead-safe' };
    const reply = await ask(undefined, `GET ${USERS.replace('levelhead', 'levelhead-safe')}?userIds=${creator.userId}`);
    expect(reply.data()).toEqual([safe]);
    expect(await seen(undefined, creator.userId, '&onlySafe=true&maxReports=99')).toEqual(safe);
  });
});

describe('a report of a name', () => {
  const report = (who: WireRole, userId: string, reason = 'rude') =>
    ask(who, `POST ${USERS}/${userId}/reports`, { body: { reason } });

  test('is accepted from signed-in users, and counted once', async () => {
    expect((await report(undefined, creator.userId)).refusal).toEqual(LOGGED_OUT);
    for (const status of [204, 204]) expect((await report('staff', creator.userId)).status).toBe(status);
    expect(await seen('staff', creator.userId)).toMatchObject({ reports: 1, whitelisted: false });
    expect(await seen(undefined, creator.userId)).not.toHaveProperty('reports');
    expect((await report('creator', creator.userId)).refusal).toEqual(OWN_NAME);
    expect((await report('player', 'nobody')).refusal).toEqual(NOBODY);
    const elsewhere = USERS.replace('levelhead', 'elsewhere');
    expect((await ask('player', `POST ${elsewhere}/x/reports`, { body: { reason: 'rude' } })).refusal).toEqual(NOWHERE);
  });
});

describe('a name that looks like another', () => {
  test('waits for a moderator, who decides once and can undo it', async () => {
    expect((await begin('player', player.userId, IIMES)).data()).toMatchObject({ alias: IIMES, state: 'pending' });
    expect(await seen(undefined, player.userId)).toMatchObject({ context: 'levelhead-safe' });
    const waiting = (await ask('staff', `GET ${QUEUE}?userId=${player.userId}&context=levelhead`)).data();
    expect(waiting).toMatchObject([
      { alias: IIMES, flags: [{ kind: 'lookalike', userIds: [creator.userId] }], lookalikes: [{ alias: LIMES }] },
    ]);
    const decision = await decide('staff', player.userId, { decision: 'approve' });
    expect([decision.status, decision.headers.etag]).toEqual([201, expect.stringMatching(/^"\d+"$/)]);
    const late = await decide('admin', player.userId, { decision: 'deny', reason: 'Too close.' });
    expect(late.refusal).toEqual([409, 'Somebody beat you to it: that’s already decided.']);
    expect(await seen(undefined, player.userId)).toMatchObject({ alias: IIMES });
    const { decisionId } = decision.data() as { decisionId: string };
    expect((await ask('staff', `POST ${QUEUE}/${decisionId}/undo`)).status).toBe(204);
    expect((await ask('staff', `POST ${QUEUE}/${decisionId}/undo`)).refusal).toEqual([
      404,
      'There’s no such decision to undo.',
    ]);
    expect(await seen(undefined, player.userId)).toMatchObject({ context: 'levelhead-safe' });
  });

  test('is denied with a reason, and that cannot be undone once its owner has another', async () => {
    const deny = { decision: 'deny', reason: 'Too close.' };
    expect((await decide('staff', player.userId, { decision: 'deny' })).refusal).toEqual([
      400,
      'Say why, so the owner can understand it.',
    ]);
    const stale = await decide('staff', player.userId, deny, { 'if-match': '"0"' });
    expect(stale.refusal).toEqual([412, 'The alias has changed in the meantime.']);
    const reply = await decide('staff', player.userId, deny, { 'if-match': '*' });
    const { decisionId } = reply.data() as { decisionId: string };
    expect(await nameOf('player')).toMatchObject({ state: 'denied', reason: 'Too close.' });
    expect((await change('player', `Lemons ${RUN}`)).status).toBe(200);
    expect((await ask('staff', `POST ${QUEUE}/${decisionId}/undo`)).refusal).toEqual([
      409,
      'The alias has changed since, so that can’t be undone.',
    ]);
  });

  test('is replaced by a name that keeps the rules and is free', async () => {
    const to = (alias: string) =>
      decide('admin', player.userId, { decision: 'replace', reason: 'No.', alias }, { 'if-match': '*' });
    for (const [name, status] of [
      ['x', 400],
      ['limes\u{202E}', 400],
      ['limes\u{200B}1', 400],
      ['<limes>', 400],
      ['e\u{0301}\u{0301}h', 400],
      ['🦊🦊', 400],
      ['a 🦊🦊🦊', 400],
      ['-limes-', 400],
      ['Rumpus Staff', 400],
      [LIMES, 409],
    ] as const)
      expect((await to(name)).status, name).toBe(status);
    const reply = await to(`Oranges ${RUN}`);
    expect(reply.data()).toMatchObject({ alias: `Lemons ${RUN}`, newAlias: `Oranges ${RUN}` });
    expect(await seen(undefined, player.userId)).toMatchObject({ alias: `Oranges ${RUN}` });
    expect((await nameOf('player')).changeableAt).toBeNull();
  });
});

describe('moderation', () => {
  test('is for staff', async () => {
    for (const [who, refusal] of [
      [undefined, LOGGED_OUT],
      ['player', FORBIDDEN],
    ] as const) {
      expect((await ask(who, `GET ${QUEUE}`)).refusal).toEqual(refusal);
      expect((await ask(who, `POST ${QUEUE}/${NO_ID}/undo`)).refusal).toEqual(refusal);
      expect((await decide(who, creator.userId, { decision: 'approve' })).refusal).toEqual(refusal);
    }
    for (const who of ['staff', 'admin', 'super'] as const)
      expect((await ask(who, `GET ${QUEUE}?state=denied&limit=1`)).status).toBe(200);
  });

  test('is about others, who have a name there', async () => {
    expect((await decide('staff', staff.userId, { decision: 'approve' })).refusal).toEqual(OWN_NAME);
    expect((await decide('staff', 'nobody', { decision: 'approve' })).refusal).toEqual(NOBODY);
    const elsewhere = USERS.replace('levelhead', 'elsewhere');
    const nowhere = await ask('staff', `POST ${elsewhere}/x/decisions`, { body: { decision: 'approve' } });
    expect(nowhere.refusal).toEqual(NOWHERE);
    expect((await ask('staff', `GET ${QUEUE}?after=made-up`)).refusal).toEqual([
      400,
      'Invalid after: not a cursor of this queue.',
    ]);
  });
});

describe('the calls about names', () => {
  const withBody: [what: string, line: string][] = [
    ['a change', `PUT ${USERS}/@me`],
    ['a report', `POST ${USERS}/${creator.userId}/reports`],
    ['a decision', `POST ${USERS}/${creator.userId}/decisions`],
  ];

  test.each(withBody)('take %s as JSON of a shape they know, in 8 KB', async (_what, line) => {
    const send = (body: string, type = 'application/json') =>
      ask('staff', line, { body, headers: { 'content-type': type } });
    const shape = 'The body of this call is JSON of a shape it does not know.';
    expect((await send('[')).refusal).toEqual([400, shape]);
    expect((await send('a: b', 'text/yaml')).refusal).toEqual([415, 'This call takes JSON or a form.']);
    expect((await send(JSON.stringify({ alias: 'x'.repeat(8192) }))).refusal).toEqual([
      413,
      'That is larger than this call takes.',
    ]);
  });

  test.each([...withBody, ['an undo', `POST ${QUEUE}/${NO_ID}/undo`]])(
    'take %s from our own pages only',
    async (_what, line) => {
      const headers = { origin: 'https://a.example', 'sec-fetch-site': 'cross-site' };
      const sentence = 'This did not come from our own pages. Reload and try again.';
      expect((await ask('staff', line, { body: {}, headers })).refusal).toEqual([403, sentence]);
    },
  );

  test('name the parameter that cannot be one', async () => {
    const lines = [
      ...withBody.map(([, line]) => line.replace('levelhead', 'Level')),
      `GET ${USERS}/a-b`,
      `GET ${QUEUE}?limit=0`,
    ];
    for (const line of lines) {
      const body = line.startsWith('GET') ? {} : { body: { alias: 'x', reason: 'rude', decision: 'approve' } };
      const [status, sentence] = (await ask('staff', line, body)).refusal;
      expect([line, status, sentence]).toEqual([
        line,
        400,
        expect.stringMatching(/^Invalid (?:context|userId|limit): /),
      ]);
    }
    expect((await ask('staff', `POST ${QUEUE}/%00/undo`)).refusal).toEqual(NOWHERE);
  });
});
