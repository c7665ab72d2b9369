import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeEach, expect, test } from 'vitest';

import { asPerson } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { isSameText } from '#lib/signed.server.ts';
import type { CastName } from '#test/cast.ts';
import { OPEN_PROJECT } from '#test/feedbag/feedbag.ts';
import { runJobs, runJobsAgain } from '#test/mail/jobs.ts';
import { wordsOf } from '#test/newsletters.ts';
import { useTestSite } from '#test/site.ts';

import type { Project } from '../project.ts';
import { saveProject } from '../projects.server.ts';
import { sweepDeliveries } from './sending.server.ts';

interface Got {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const got: Got[] = [];
let answers = 204;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answers, { location: `http://127.0.0.1:${port}/moved` }).end('Thanks.');
  });
});
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
const { port } = receiver.address() as AddressInfo;
const URL_OF_IT = `http://127.0.0.1:${port}/hook`;
afterAll(() => new Promise((done) => receiver.close(done)));

const site = useTestSite({ TRUSTED_WEBHOOK_HOSTS: `127.0.0.1:${port}` });
const PROJECT: Project = { ...OPEN_PROJECT, projectId: 'hooked', name: 'Hooked' };
const HOOKS = '/feedbag/hooked/webhooks';

beforeEach(async () => {
  got.length = 0;
  answers = 204;
  await saveProject(systemCurrent(site.parts), PROJECT, 1);
  await site.parts.db.query(sql`delete from feedbag_webhooks`);
});

/** @returns its secret */
async function addHook(url = URL_OF_IT, events = ['entry.added', 'entry.status', 'comment.added']): Promise<string> {
  const added = await site.submit('staff', HOOKS, [
    ['intent', 'feedbag.addWebhook'],
    ['url', url],
    ...events.map((one) => ['events', one]),
  ]);
  const html = await added.text();
  expect(added.status, html).toBe(200);
  return /whsec_[\w+/=]+/.exec(html)?.[0] ?? '';
}

async function enter(who: CastName, title: string, more: Record<string, string> = {}): Promise<string> {
  const fields = { intent: 'feedbag.enter', title, body: `All about ${title}.`, ...more };
  return (await site.submit(who, '/feedbag/hooked/entries/new', fields)).headers.get('location') ?? '';
}

interface WebhookRequest {
  readonly type: string;
  readonly data: {
    readonly entry?: { title: string; status: string; url: string };
    readonly comment?: { body: string };
  };
}
const messages = () => got.map(({ body }) => JSON.parse(body) as WebhookRequest);

interface HookState {
  readonly webhook_id: string;
  readonly is_on: boolean;
  readonly states: string[];
  readonly ids: string[];
}

async function stateOf(): Promise<HookState | undefined> {
  const [row] = await site.parts.db.query<HookState>(sql`select w.webhook_id, w.is_on,
    array_agg(d.state order by d.delivery_id) as states, array_agg(d.delivery_id::text order by d.delivery_id) as ids
    from feedbag_webhooks w left join feedbag_webhook_deliveries d using (webhook_id) group by 1, 2`);
  return row;
}

test('a server is told once of what players may see, by a message that it can verify', async () => {
  const secret = await addHook();
  const path = await enter('player', 'A hooked thing');
  await site.submit('staff', path, { intent: 'feedbag.status', status: 'planned' });
  await site.submit('creator', path, { intent: 'feedbag.comment', body: 'A hooked thought.' });
  await runJobs(site);
  await runJobsAgain(site);
  expect(messages().map(({ type, data }) => [type, data.entry?.status, data.comment?.body])).toEqual([
    ['entry.added', 'planned', undefined],
    ['entry.status', 'planned', undefined],
    ['comment.added', 'planned', 'A hooked thought.'],
  ]);
  expect(messages()[0]?.data.entry).toMatchObject({ title: 'A hooked thing', url: `http://localhost:8080${path}` });
  for (const { headers, body } of got) {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    expect(isSameText(String(headers['webhook-signature']), signature)).toBe(true);
  }
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  const page = await wordsOf(await site.ask('staff', HOOKS));
  for (const words of ['Delivered', 'HTTP 204', 'A hooked thought.']) expect(page).toContain(words);
  expect(page).not.toContain(secret);
});

test('what is internal, waits for a look or was hidden meanwhile is told to no server', async () => {
  await addHook();
  await enter('staff', 'Internal thing', { internal: 'on' });
  const hidden = await enter('player', 'Hidden thing');
  await site.submit('staff', hidden, { intent: 'feedbag.moderate', decision: 'hide' });
  const shown = await enter('player', 'Shown thing');
  await site.submit('staff', shown, { intent: 'feedbag.comment', kind: 'internal', body: 'A note.' });
  await saveProject(systemCurrent(site.parts), { ...PROJECT, isModerated: true }, 1);
  const waiting = await enter('creator', 'Waiting thing');
  await site.submit('creator', shown, { intent: 'feedbag.comment', body: 'A held comment.' });
  await runJobs(site);
  expect(messages().map(({ data }) => data.entry?.title)).toEqual(['Shown thing']);
  expect((await stateOf())?.states).toEqual(['dropped', 'delivered']);
  await site.submit('staff', waiting, { intent: 'feedbag.moderate', decision: 'show' });
  await runJobs(site);
  expect(messages().map(({ data }) => data.entry?.title)).toEqual(['Shown thing', 'Waiting thing']);
  await saveProject(systemCurrent(site.parts), { ...PROJECT, leastRole: 'staff' }, 1);
  await enter('staff', 'Of a private project');
  await runJobs(site);
  expect(got).toHaveLength(2);
});

test('what fails is tried again, is sent again by hand, and a server that always fails goes off with what waits', async () => {
  await addHook(URL_OF_IT, ['entry.added']);
  answers = 302;
  await enter('player', 'Failing thing');
  await runJobs(site);
  expect([got.length, (await stateOf())?.states]).toEqual([1, ['waiting']]);
  for (let tries = 2; tries <= 8; tries += 1) await runJobsAgain(site);
  expect([got.length, (await stateOf())?.states]).toEqual([7, ['failed']]);
  expect(await wordsOf(await site.ask('staff', HOOKS))).toMatch(/Failed.*7 tries.*HTTP 302/);
  answers = 200;
  const { webhook_id: webhookId = '', ids: [deliveryId = ''] = [] } = (await stateOf()) ?? {};
  expect((await site.submit('player', HOOKS, { intent: 'feedbag.resend', webhookId, deliveryId })).status).toBe(403);
  await site.submit('staff', HOOKS, { intent: 'feedbag.resend', webhookId, deliveryId });
  await runJobs(site);
  expect([got.length, (await stateOf())?.states]).toEqual([8, ['delivered']]);
  answers = 500;
  for (const title of ['One', 'Two', 'Three']) await enter('player', title);
  for (let tries = 1; tries <= 8; tries += 1) await runJobsAgain(site);
  expect(await stateOf()).toMatchObject({ is_on: false });
  expect(got.length).toBeLessThanOrEqual(8 + 21);
  expect(await wordsOf(await site.ask('staff', HOOKS))).toContain('It failed so often that it was turned off.');
  const before = got.length;
  answers = 200;
  await site.parts.db.query(sql`update feedbag_webhook_deliveries set state = 'waiting' where state = 'failed'`);
  await site.submit('staff', HOOKS, { intent: 'feedbag.switchWebhook', webhookId, on: 'on' });
  await runJobs(site);
  expect([got.length - before, await stateOf()]).toMatchObject([3, { is_on: true }]);
  answers = 410;
  await site.submit('staff', HOOKS, { intent: 'feedbag.tryWebhook', webhookId });
  await runJobs(site);
  expect(await stateOf()).toMatchObject({ is_on: false });
  await sweepDeliveries(asPerson(systemCurrent(site.parts), { userId: undefined, role: 'super' }, new Date(2100, 1)));
  expect((await stateOf())?.ids).toEqual([null]);
});

test('staff alone choose who is told, and nobody inside our own network', async () => {
  const send = async (who: CastName | undefined, url: string) =>
    (await site.submit(who, HOOKS, { intent: 'feedbag.addWebhook', url, events: 'entry.added' })).status;
  expect([await send(undefined, URL_OF_IT), await send('player', URL_OF_IT)]).toEqual([401, 403]);
  const inside = [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[fd00::1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://me:pass@example.com/',
    'ftp://example.com/',
    'no',
    `http://127.0.0.1:${port + 1}/`,
    `https://example.com/${'x'.repeat(500)}`,
  ];
  for (const url of inside) expect(await send('staff', url), url).toBe(400);
  expect((await site.submit('staff', HOOKS, { intent: 'feedbag.addWebhook', url: URL_OF_IT })).status).toBe(400);
  await addHook('https://example.com/');
  for (let count = 1; count < 10; count += 1) await addHook();
  expect(await send('staff', URL_OF_IT)).toBe(409);
  const [row] = await site.parts.db.query<{ id: string }>(sql`select webhook_id as id from feedbag_webhooks limit 1`);
  const fields = { intent: 'feedbag.deleteWebhook', webhookId: row?.id ?? '' };
  expect((await site.submit('player', HOOKS, fields)).status).toBe(403);
  expect((await site.submit('staff', HOOKS, fields)).status).toBe(200);
  expect((await site.submit('staff', HOOKS, fields)).status).toBe(404);
  const deeds = await site.parts.db.query(sql`select from audit where action = 'feedback.webhook'`);
  expect(deeds.length).toBeGreaterThan(10);
});
