import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { expectRow, readTable } from './roles.ts';

const { creator, player, staff, super: superUser } = inject('cast');
const ending = inject('ending');
const of = ({ userId }: { userId: string }) => `/api/auth/accounts/${userId}`;

const TABLE = `
  call                                                | body                                         | public player owner collab. staff admin super
  GET    /api/auth/accounts?limit=1                   |                                              | 401 403 403 403 200 200 200
  GET    /api/console/doors                           |                                              | 401 403 403 403 200 200 200
  GET    /api/console/things?text=door                |                                              | 401 403 403 403 200 200 200
  GET    ${of(creator)}/staff                         |                                              | 401 403 403 403 200 200 200
  GET    /api/auth/accounts/nobody/staff              |                                              | 401 403 403 403 404 404 404
  POST   ${of(creator)}/notes                         | {"text":"Builds towers."}                    | 401 403 403 403 201 201 201
  POST   ${of(superUser)}/notes                       | {"text":"Above everyone."}                   | 401 403 403 403 403 403 403
  PUT    ${of(superUser)}/ban                         | {"reason":"not below"}                       | 401 403 403 403 403 403 403
  PUT    ${of(creator)}/ban                           | {"reason":"spam","until":"2020-01-01T00:00:00Z"} | 401 403 403 403 400 400 400
  PUT    /api/auth/accounts/nobody/ban                | {"reason":"spam"}                            | 401 403 403 403 404 404 404
  DELETE ${of(creator)}/ban?reason=none               |                                              | 401 403 403 403 409 409 409
  DELETE ${of(creator)}/sessions?reason=lost&loginId=none |                                          | 401 403 403 403 404 404 404
  PUT    ${of(creator)}/role                          | {"role":"authenticated","reason":"as it is"} | 401 403 403 403 403 403 204
  PUT    /api/auth/accounts/nobody/role               | {"role":"staff","reason":"new here"}         | 401 403 403 403 403 403 404
`;

describe('calls of staff about accounts answer by role', () => {
  test.each(readTable(TABLE))('$line', (row) => expectRow(row, (line) => Promise.resolve(line)));
});

test('an account is found by its lookup code, and the Link leads on', async () => {
  const [found] = (await ask('staff', `GET /api/auth/accounts?text=${staff.userId}`)).data() as object[];
  expect(found).toMatchObject({ userId: staff.userId, role: 'staff', match: { by: 'lookupCode' } });
  const seen = new Set<string>();
  for (let line: string | undefined = '/api/auth/accounts?list=team&limit=2'; line !== undefined;) {
    const reply = await ask('admin', `GET ${line}`);
    for (const { userId } of reply.data() as { userId: string }[]) seen.add(userId);
    line = reply.links.next;
  }
  expect([...seen]).toEqual(expect.arrayContaining([staff.userId, superUser.userId]));
});

test('staff end a session, once', async () => {
  const { loginId } = (
    await ask(undefined, 'GET /api/auth/accounts/@me', { headers: { cookie: ending.cookie } })
  ).data() as { loginId: string };
  const line = `DELETE ${of(player)}/sessions?reason=lost&loginId=${loginId}`;
  expect((await ask('staff', line)).status).toBe(204);
  expect((await ask('staff', line)).refusal).toEqual([404, 'That session is already over.']);
});

test('views are told of no page with a path that is too long', async () => {
  const { refusal } = await ask('staff', `GET /api/console/doors?page=/${'a'.repeat(2000)}`);
  expect(refusal[0]).toBe(400);
});

test('the only super cannot be demoted', async () => {
  const body = { role: 'admin', reason: 'tired' };
  expect((await ask('super', `PUT ${of(superUser)}/role`, { body })).refusal).toEqual([
    409,
    'That’s the last super user. Make somebody else one first.',
  ]);
});

test.each([
  ['POST', 'notes', { text: ' ' }],
  ['PUT', 'ban', { reason: 'x' }],
  ['PUT', 'ban', { reason: 'spam', until: 'soon' }],
  ['PUT', 'role', { reason: 'new here', role: 'public' }],
  ['PUT', 'role', { role: 'staff' }],
] as const)('%s %s with %j is refused', async (method, what, body) => {
  expect((await ask('super', `${method} ${of(creator)}/${what}`, { body })).status).toBe(400);
});

const WRITES = [
  'POST {account}/notes',
  'PUT {account}/ban',
  'DELETE {account}/ban?reason=none',
  'PUT {account}/role',
  'DELETE {account}/sessions?reason=none',
];
const WITH_BODY = WRITES.filter((line) => !line.startsWith('DELETE'));
const lineFor = (line: string, userId: string) => line.replace('{account}', `/api/auth/accounts/${userId}`);

test.each([...WRITES, 'GET {account}/staff'])('%s refuses a long id, and answers 404 for nobody', async (line) => {
  const body = line.startsWith('GET') ? {} : { body: { text: 'x', reason: 'spam', role: 'staff' } };
  const [status, sentence] = (await ask('super', lineFor(line, 'a'.repeat(65)), body)).refusal;
  expect([status, sentence]).toEqual([400, expect.stringMatching(/^Invalid userId: /)]);
  expect((await ask('super', lineFor(line, 'nobody'), body)).refusal).toEqual([
    404,
    "We don't have what you're looking for.",
  ]);
});

test('a search names its invalid parameters', async () => {
  for (const query of ['limit=0', 'limit=101', 'list=friends', `text=${'a'.repeat(255)}`, `after=${'a'.repeat(65)}`]) {
    const [status, sentence] = (await ask('staff', `GET /api/auth/accounts?${query}`)).refusal;
    expect([query, status, sentence]).toEqual([
      query,
      400,
      expect.stringMatching(/^Invalid (?:limit|list|text|after): /),
    ]);
  }
});

test.each(WRITES)('%s is refused from another page than ours', async (line) => {
  const { cookie } = inject('cast').super;
  const reply = await ask(undefined, lineFor(line, creator.userId), { headers: { cookie }, body: {} });
  expect(reply.refusal).toEqual([403, 'This did not come from our own pages. Reload and try again.']);
});

test.each(WITH_BODY)('%s takes JSON of a reasonable size', async (line) => {
  const send = (body: string, type: string) =>
    ask('super', lineFor(line, creator.userId), { body, headers: { 'content-type': type } });
  expect((await send('a: b', 'text/yaml')).refusal).toEqual([415, 'This call takes JSON or a form.']);
  const large = JSON.stringify({ text: 'x'.repeat(1_100_000) });
  expect((await send(large, 'application/json')).refusal).toEqual([413, 'That is larger than this call takes.']);
});
