import { expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { useCrate } from './crate.ts';
import { openEvents } from './events.ts';
import { recordAnswer } from './record.ts';
import { expectRow, readTable } from './roles.ts';

const crate = useCrate('editor');
const NO_ITEM = '0190a0b0-0000-7000-8000-000000000000';

const TABLE = `
  call                                        | body                                 | public player owner collab. staff admin super
  PUT    /api/editor/drafts/{crate}/{item}    | {"etag":"","fields":{"title":"A"}}   | 401 403 403 403 204 204 204
  PUT    /api/editor/drafts/{crate}/new       | {"etag":"","fields":{"title":"A"}}   | 401 403 403 403 204 204 204
  PUT    /api/editor/drafts/{crate}/${NO_ITEM} | {"etag":"","fields":{}}              | 401 403 403 403 404 404 404
  PUT    /api/editor/drafts/no-such-crate/new | {"etag":"","fields":{}}              | 401 403 403 403 404 404 404
  PUT    /api/editor/drafts/{crate}/new       | {"etag":"","fields":{"title":7}}     | 400 400 400 400 400 400 400
  DELETE /api/editor/drafts/{crate}/{item}    |                                      | 401 403 403 403 204 204 204
  POST   /api/editor/preview                  | {"text":"*A*"}                       | 401 403 403 403 200 200 200
  POST   /api/editor/presence/{crate}/{item}  |                                      | 401 403 403 403 406 406 406
  POST   /api/editor/presence/{crate}/${NO_ITEM} |                                   | 401 403 403 403 404 404 404
  POST   /api/editor/presence/no-such-crate/${NO_ITEM} |                             | 401 403 403 403 404 404 404
  POST   /api/editor/preview-uses             | {"token":"preview_x"}                | 204 204 204 204 204 204 204
  POST   /api/editor/preview-uses             | {"token":7}                          | 400 400 400 400 400 400 400
`;

test.each(readTable(TABLE))('$line answers every role as the table says', async (row) => {
  const { itemId } = await crate.create('creator', {});
  await expectRow(row, (line) => Promise.resolve(line.replace('{crate}', crate.crateId).replace('{item}', itemId)));
});

test('a preview is the text as safe HTML', async () => {
  const { html } = (
    await ask('staff', 'POST /api/editor/preview', { body: { text: '*A* <script>alert(1)</script>' } })
  ).data() as { html: string };
  expect(html).toContain('<em>A</em>');
  expect(html).not.toContain('<script');
});

const WRITES = [
  'PUT /api/editor/drafts/c/new',
  'POST /api/editor/preview',
  'POST /api/editor/preview-uses',
  'DELETE /api/editor/drafts/c/new',
  'POST /api/editor/presence/c/new',
  `POST /api/contact/presence/${NO_ITEM}`,
];

test.each(WRITES)('%s is refused from another page than ours', async (line) => {
  const { cookie } = inject('cast').staff;
  const { refusal } = await ask(undefined, line, { headers: { cookie }, body: {} });
  expect(refusal).toEqual([403, 'This did not come from our own pages. Reload and try again.']);
});

test.each(WRITES.slice(0, 3))('%s takes JSON of at most 2 MB', async (line) => {
  const send = (body: string, type: string) => ask('staff', line, { body, headers: { 'content-type': type } });
  expect((await send('text: a', 'text/yaml')).refusal).toEqual([415, 'This call takes JSON or a form.']);
  const large = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) });
  expect((await send(large, 'application/json')).refusal).toEqual([413, 'That is larger than this call takes.']);
});

test('who is in a document is told as events, and as nothing else', async () => {
  const { itemId } = await crate.create('creator', {});
  const path = `/api/editor/presence/${crate.crateId}/${itemId}`;
  const { xsrf } = inject('cast').staff;
  const events = await openEvents('staff', path, { 'x-xsrf-token': xsrf, 'content-length': '0' }, 'POST');
  expect([events.status, events.type]).toEqual([200, 'text/event-stream']);
  expect((await events.next()).data).toEqual([expect.objectContaining({ writingSince: null })]);
  recordAnswer('editor.joinDocument', 200);
  events.close();
  const { refusal } = await ask('staff', `POST ${path}`);
  expect(refusal).toEqual([406, 'This call answers with text/event-stream alone.']);
});

test('who of staff has a submission open is told as events, to staff alone', async () => {
  const fields = { intent: 'contact.send', title: 'Hello', body: 'Hello' };
  const origin = new URL(process.env.BASE_URL ?? '').origin;
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await ask('player', 'POST /contact/topics/account', {
    headers,
    body: String(new URLSearchParams(fields)),
  });
  const subjectId = new URL(sent.headers.location ?? '', origin).searchParams.get('submission');
  const path = `/api/contact/presence/${subjectId}`;
  expect((await ask(undefined, `POST ${path}`)).status).toBe(401);
  expect((await ask('player', `POST ${path}`)).status).toBe(403);
  expect((await ask('staff', `POST ${path}`)).status).toBe(406);
  expect((await ask('staff', `POST ${path}?isWriting=perhaps`)).status).toBe(400);
  expect((await ask('staff', `POST /api/contact/presence/${NO_ITEM}`)).status).toBe(404);
  const { xsrf } = inject('cast').staff;
  const sending = { 'x-xsrf-token': xsrf, 'content-length': '0' };
  const events = await openEvents('staff', `${path}?isWriting=true`, sending, 'POST');
  expect([events.status, events.type]).toEqual([200, 'text/event-stream']);
  const people = [expect.objectContaining({ writingSince: expect.any(String) as string })];
  expect((await events.next()).data).toEqual({ people, messages: 1 });
  recordAnswer('contact.joinSubmission', 200);
  events.close();
});

test('a draft whose address cannot be read is not there', async () => {
  const { refusal } = await ask('staff', 'DELETE /api/editor/drafts/%ff/new');
  expect(refusal).toEqual([404, "We don't have what you're looking for."]);
});
