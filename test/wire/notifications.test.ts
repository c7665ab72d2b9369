import { expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { openEvents } from './events.ts';
import { expectRow, readTable } from './roles.ts';

const TABLE = `
  call                                       | body | public player owner collab. staff admin super
  PUT    /api/following/posts.feed:lore      |      | 401 204 204 204 204 204 204
  PUT    /api/following/posts.feed:nothing   |      | 401 404 404 404 404 404 404
  GET    /api/following                      |      | 401 200 200 200 200 200 200
  DELETE /api/following/posts.feed:lore      |      | 401 204 204 204 204 204 204
  GET    /api/notifications/count            |      | 401 200 200 200 200 200 200
  GET    /api/mails/off?token=x              |      | 404 404 404 404 404 404 404
`;

test.each(readTable(TABLE))('$line answers every role as the table says', async (row) => {
  await expectRow(row, (line) => Promise.resolve(line));
});

test.each([
  ['PUT /api/following/posts.feed:lore', 401],
  ['DELETE /api/following/posts.feed:lore', 401],
])('%s is refused from another page than ours, and without a session', async (line, status) => {
  const { cookie } = inject('cast').player;
  const { refusal } = await ask(undefined, line, { headers: { cookie } });
  expect(refusal).toEqual([403, 'This did not come from our own pages. Reload and try again.']);
  expect((await ask(undefined, line)).refusal?.[0]).toBe(status);
});

test('the link of a mail turns nothing off with a broken token, whatever is sent along', async () => {
  const line = 'POST /api/mails/off?token=x';
  expect((await ask(undefined, line, { body: 'List-Unsubscribe=One-Click' })).refusal).toEqual([
    404,
    'This link doesn’t turn anything off.',
  ]);
});

test('a mail is handed over by nobody without the key of the operator', async () => {
  const line = 'POST /api/mails/arrivals';
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`;
  const headers = { 'rumpus-mail-to': 'complaints@in.example.com', 'rumpus-signature': signature };
  expect((await ask(undefined, line, { body: 'Subject: Hello', headers })).refusal).toEqual([
    403,
    'This email isn’t signed with a key of ours.',
  ]);
  expect((await ask(undefined, line, { body: 'Subject: Hello' })).refusal?.[0]).toBe(400);
});

test('a broken subject or page is refused, and a session of another page turns no mails off', async () => {
  const long = 'x'.repeat(201);
  for (const line of [
    `PUT /api/following/${long}`,
    `DELETE /api/following/${long}`,
    `GET /api/following?after=${long}`,
  ]) {
    expect((await ask('player', line)).status).toBe(400);
  }
  for (const method of ['PUT', 'DELETE']) {
    expect((await ask('player', `${method} /api/following/%ff`)).refusal).toEqual([
      404,
      "We don't have what you're looking for.",
    ]);
  }
  const { cookie } = inject('cast').player;
  expect((await ask(undefined, 'POST /api/mails/off?token=x', { headers: { cookie } })).refusal).toEqual([
    403,
    'This did not come from our own pages. Reload and try again.',
  ]);
});

test('the count comes as events where those are accepted', async () => {
  const events = await openEvents('player', '/api/notifications/count', {}, 'GET');
  expect([events.status, events.type]).toEqual([200, 'text/event-stream']);
  expect((await events.next()).data).toEqual({
    unread: expect.any(Number),
    unseen: expect.any(Number),
    messages: expect.any(Number),
  });
  events.close();
});
