import { expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { expectRow, readTable } from './roles.ts';

const ENTRY = { title: 'The wire hums', body: 'It hums at night.' };
const TABLE = `
  call                                                   | body | public player owner collab. staff admin super
  GET /api/feedbag/projects/crashlands-2/similar?text=crash |      | 200 200 200 200 200 200 200
  GET /api/feedbag/projects/how-many-dudes/similar?text=to |      | 404 404 404 404 200 200 200
`;

test.each(readTable(TABLE))('$line answers every role as the table says', async (row) => {
  await expectRow(row, (line) => Promise.resolve(line));
});

test('a game’s server enters what its player says, and staff try it', async () => {
  const line = 'POST /api/feedbag/projects/crashlands-2/entries';
  expect((await ask(undefined, line, { body: ENTRY })).status).toBe(401);
  expect((await ask('player', line, { body: ENTRY })).status).toBe(403);
  expect((await ask('staff', 'POST /api/feedbag/projects/none/entries', { body: ENTRY })).status).toBe(404);
  const more = { platform: 'Linux', version: '1.2', tags: ['wire'], log: 'password: hunter22' };
  const entered = await ask('staff', line, { body: { ...ENTRY, ...more } });
  expect([entered.status, entered.data()]).toMatchObject([201, { standing: 'pending' }]);
  const refusalOf = async (wrong: object) => (await ask('staff', line, { body: { ...ENTRY, ...wrong } })).refusal?.[1];
  expect(await refusalOf({ title: ' ' })).toBe('Say in a few words what it is about.');
  expect(await refusalOf({ title: 'x'.repeat(200) })).toBe('That’s too long.');
  expect(await refusalOf({ platform: 'Abacus' })).toBe('That’s not one of the choices.');
  expect(await refusalOf({ body: '' })).toBe('Write something first.');
  expect(await refusalOf({ body: 'x'.repeat(10_001) })).toBe('That’s too long for one message. Send it in parts.');
  const screenshot = Buffer.from('\u0089PNG\r\nno picture', 'latin1').toString('base64');
  expect((await ask('staff', line, { body: { ...ENTRY, screenshot } })).status).toBe(201);
});

test('a game’s server asks whether a crash is known', async () => {
  const line = 'POST /api/feedbag/projects/crashlands-2/crashes';
  const body = { log: `at Wire.hum (wire.cs:${Date.now()})\nat Night.tick (night.cs:2)` };
  expect((await ask(undefined, line, { body })).status).toBe(401);
  expect((await ask('player', line, { body })).status).toBe(403);
  expect((await ask('staff', 'POST /api/feedbag/projects/none/crashes', { body })).status).toBe(404);
  const answer = await ask('staff', line, { body });
  expect([answer.status, answer.data()]).toEqual([200, null]);
});

test('a text that is too long, and one that is none, are refused', async () => {
  const line = 'GET /api/feedbag/projects/crashlands-2/similar';
  for (const query of ['', `?text=${'x'.repeat(121)}`]) expect((await ask('player', line + query)).status).toBe(400);
});

test.each(['entries', 'crashes'])(
  'what comes for %s is JSON of its shape, not too large, and from our own pages',
  async (what) => {
    const line = `POST /api/feedbag/projects/crashlands-2/${what}`;
    const send = (body: string, type: string) => ask('staff', line, { body, headers: { 'content-type': type } });
    const shape = 'The body of this call is JSON of a shape it does not know.';
    expect((await send('{"title":1}', 'application/json')).refusal).toEqual([400, shape]);
    expect((await send('title: a', 'text/yaml')).refusal).toEqual([415, 'This call takes JSON or a form.']);
    const large = JSON.stringify({ ...ENTRY, log: 'x'.repeat(9_000_000) });
    expect((await send(large, 'application/json')).refusal).toEqual([413, 'That is larger than this call takes.']);
    const { cookie } = inject('cast').staff;
    expect((await ask(undefined, line, { body: ENTRY, headers: { cookie } })).refusal).toEqual([
      403,
      'This did not come from our own pages. Reload and try again.',
    ]);
  },
);
