import { beforeEach, expect, test } from 'vitest';

import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { linkIn, newsletterReaders, wordsOf } from '#test/newsletters.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { toSubscriberId } from './subscribers.server.ts';

const site = useTestSite();
const { begin, join, mailsTo, preferencesOf, rows, signUp, signUpAsPlayer } = newsletterReaders(site);
const DAY_MS = 86_400_000;

let ann = '';
beforeEach(async () => void (ann = await begin()));

test('a link shows what the reader gets, and changes nothing by being opened', async () => {
  await join(ann);
  const path = await preferencesOf(ann);
  const page = await openVisitor(site).get(path);
  expect(await wordsOf(page.clone())).toContain('On its way');
  expect(await page.text()).toContain('noindex');
  expect(await rows()).toMatchObject([{ state: 'confirmed' }]);
});

test('leaving one is undone by one press, and nobody gets what they have never confirmed', async () => {
  await join(ann);
  const path = await preferencesOf(ann);
  const visitor = openVisitor(site);
  const left = await visitor.post(path, { intent: 'telegrams.leave', subscription: 'ballyhoo' });
  expect(await wordsOf(left)).toContain('No more Ballyhoo.');
  await visitor.post(path, { intent: 'telegrams.rejoin', subscription: 'ballyhoo' });
  expect(await rows()).toMatchObject([{ state: 'confirmed' }]);
  const stranger = `stranger-${ann}`;
  await signUp({ subscribe: 'ballyhoo', email: stranger });
  const other = await preferencesOf(stranger);
  expect((await visitor.post(other, { intent: 'telegrams.rejoin', subscription: 'ballyhoo' })).status).toBe(404);
});

test('the reader chooses how often, a break and a language, and wrong choices are refused', async () => {
  await join(ann);
  const path = await preferencesOf(ann);
  const visitor = openVisitor(site);
  for (const [name, value] of Object.entries({ minDays: '30', pauseMonths: '3', locale: 'de-DE' })) {
    expect((await visitor.post(path, { intent: 'telegrams.change', [name]: value })).status).toBe(200);
  }
  const [row] = await site.parts.db.query<Row<'subscribers'>>(sql`select * from subscribers`);
  expect(row).toMatchObject({ min_days: 30, locale: 'de-DE' });
  expect(row?.paused_until?.getTime()).toBeGreaterThan(site.parts.now().getTime() + 85 * DAY_MS);
  await visitor.post(path, { intent: 'telegrams.change', pauseMonths: '0' });
  expect(await site.parts.db.query(sql`select paused_until from subscribers`)).toEqual([{ paused_until: null }]);
  for (const [name, value] of Object.entries({ minDays: '-1', pauseMonths: '999', locale: 'xx' })) {
    expect((await visitor.post(path, { intent: 'telegrams.change', [name]: value })).status).toBe(400);
  }
});

test('another address is used once its link is pressed, and what it got already stays', async () => {
  const [bob, old] = [`bob-${ann}`, ann];
  await join(old);
  await join(bob, 'playtests');
  const path = await preferencesOf(old);
  await openVisitor(site).post(path, { intent: 'telegrams.move', email: bob });
  await runJobs(site);
  expect(await rows()).toHaveLength(2);
  await openVisitor(site).post(linkIn(mailsTo(bob)[0]?.text), {});
  expect((await rows()).map((row) => [row.email, row.subscription_id, row.state])).toEqual([
    [bob, 'ballyhoo', 'confirmed'],
    [bob, 'playtests', 'confirmed'],
  ]);
});

test('who never wants to be written to is asked nothing any more, until they take it back', async () => {
  await join(ann);
  const path = await preferencesOf(ann);
  const visitor = openVisitor(site);
  await visitor.post(path, { intent: 'telegrams.block' });
  await site.parts.db.query(sql`insert into telegram_deliveries (campaign_id, subscriber_id, state, due_at)
    values (gen_random_uuid(), ${toSubscriberId({ email: ann })}, 'accepted', now())`);
  await visitor.post(path, { intent: 'telegrams.erase' });
  expect(await site.parts.db.query(sql`select from telegram_deliveries`)).toEqual([]);
  expect(await site.parts.db.query(sql`select from subscribers`)).toEqual([]);
  const before = mailsTo(ann).length;
  await signUp({ subscribe: 'ballyhoo', email: ann });
  await runJobs(site);
  expect(mailsTo(ann)).toHaveLength(before);
  await visitor.post(path, { intent: 'telegrams.unblock' });
  await join(ann);
  expect(await rows()).toMatchObject([{ state: 'confirmed' }]);
});

test('the export holds all that is known, and a stranger gets none', async () => {
  await join(ann);
  const path = (await preferencesOf(ann)).replace('/telegrams?', '/telegrams/export?');
  const response = await openVisitor(site).get(path);
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(await response.json()).toMatchObject({
    subscriptions: { ballyhoo: 'confirmed' },
    subscriber: { email: ann },
    consents: [{ kind: 'ask' }, { kind: 'confirm' }],
  });
  expect((await openVisitor(site).get(`${path.slice(0, -4)}AAAA`)).status).toBe(404);
  const unknown = await openVisitor(site).get('/telegrams/export');
  expect([unknown.status, unknown.headers.get('location')]).toEqual([302, '/login?returnTo=%2Ftelegrams%2Fexport']);
  expect((await openVisitor(site).get(`/telegrams?manage=${ann}`)).status).toBe(404);
});

test('a user changes their own where they are signed in', async () => {
  await signUpAsPlayer({ subscribe: 'ballyhoo' });
  const page = await wordsOf(await site.ask('player', '/telegrams'));
  expect(page).toContain('account’s main address');
  await signUpAsPlayer({ intent: 'telegrams.leave', subscription: 'ballyhoo' });
  expect(await rows()).toMatchObject([{ state: 'left' }]);
  expect((await signUpAsPlayer({ intent: 'telegrams.move', email: ann })).status).toBe(409);
  const response = await openVisitor(site).post('/telegrams', { intent: 'telegrams.leaveAll' });
  expect(response.status).toBe(401);
});
