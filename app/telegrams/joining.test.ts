import { beforeEach, expect, test } from 'vitest';

import { jobs } from '#app/nouns.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { linkIn, newsletterReaders, wordsOf } from '#test/newsletters.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import { toSubscriberId } from './subscribers.server.ts';

const site = useTestSite();
const { begin, join, mailsTo, preferencesOf, rows, signUp, signUpAsPlayer } = newsletterReaders(site);
const DAY_MS = 86_400_000;

let ann = '';
beforeEach(async () => void (ann = await begin()));

test('GET signs nobody up, whatever the query says', async () => {
  const response = await site.ask(undefined, `/telegrams?subscribe=ballyhoo&email=${encodeURIComponent(ann)}`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(`value="${ann}"`);
  expect((await site.ask('player', '/telegrams?subscribe=ballyhoo')).status).toBe(200);
  expect(await rows()).toEqual([]);
});

test('the field tells visitors that they sign up by their address', async () => {
  for (const path of ['/', '/telegrams']) {
    const html = await (await site.ask(undefined, path)).text();
    const [, id = ''] = /<input [^>]*aria-describedby="([^"]+)"[^>]*name="email"/.exec(html) ?? [];
    const [, hint = ''] = html.split(`<p id="${id}"`);
    expect(hint.replaceAll(/<[^>]*>/g, ''), path).toMatch(/^[^>]*>Type your address to sign up\./);
    expect(await (await site.ask('player', path)).text()).not.toContain('Type your address');
  }
});

test('an address waits until the button behind its link is pressed, which tells what will happen, and works once', async () => {
  await signUp({ subscribe: 'ballyhoo', email: ann });
  await runJobs(site);
  const path = linkIn(mailsTo(ann)[0]?.text);
  for (let scans = 0; scans < 10; scans += 1) await openVisitor(site).get(path);
  expect(await rows()).toMatchObject([{ email: ann, state: 'pending' }]);
  const words = await wordsOf(await openVisitor(site).get(path));
  expect(words).toContain(`We’ll send Ballyhoo to ${ann}.`);
  expect(await wordsOf(await openVisitor(site).post(path, {}))).toContain('You’re on the list');
  expect(await rows()).toMatchObject([{ email: ann, state: 'confirmed' }]);
  const again = await openVisitor(site).post(path, {});
  expect([again.status, await wordsOf(again)]).toEqual([410, expect.stringContaining('Already done')]);
  expect(await wordsOf(await openVisitor(site).get(path))).not.toContain('Send them to me');
});

test('a link that has expired offers another one, which goes to the same address', async () => {
  await signUp({ subscribe: 'ballyhoo', email: ann });
  await runJobs(site);
  const expired = linkIn(mailsTo(ann)[0]?.text);
  await site.parts.db.query(sql`update confirmations set expires_at = created_at where details ->> 'email' = ${ann}`);
  expect((await openVisitor(site).post(expired, {})).status).toBe(410);
  expect((await openVisitor(site).post(expired, { intent: 'again' })).status).toBe(200);
  await runJobs(site);
  const renewed = linkIn(mailsTo(ann)[0]?.text);
  expect(renewed).not.toBe(expired);
  expect(await wordsOf(await openVisitor(site).post(renewed, {}))).toContain('You’re on the list');
  expect(await rows()).toMatchObject([{ email: ann, state: 'confirmed' }]);
});

test('of twenty parallel presses one confirms, and the others hear that it is done', async () => {
  await signUp({ subscribe: 'ballyhoo', email: ann });
  await runJobs(site);
  const path = linkIn(mailsTo(ann)[0]?.text);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await openVisitor(site).post(path, {})).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const confirmed = await site.parts.db.query(sql`select from newsletter_consents where kind = 'confirm'`);
  expect(confirmed).toHaveLength(1);
});

test.each([
  ['/games/levelhead?hall=tower', '/games/levelhead?hall=tower'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example', '/'],
  [String.raw`/\elsewhere.example`, '/'],
])('after joining it goes on at an address of ours: %s leads to %s', async (returnTo, expected) => {
  const page = await openVisitor(site).get(`/telegrams?returnTo=${encodeURIComponent(returnTo)}`);
  expect(await page.text()).toContain('name="returnTo"');
  const response = await signUp({ subscribe: 'ballyhoo', email: ann, returnTo });
  expect([response.status, await wordsOf(response)]).toEqual([200, expect.stringContaining('Check your inbox')]);
  await runJobs(site);
  const confirmed = await openVisitor(site).post(linkIn(mailsTo(ann)[0]?.text), {});
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([302, expected]);
  const signedIn = await signUpAsPlayer({ subscribe: 'ballyhoo', returnTo });
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, expected]);
  expect((await rows()).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
});

test('several newsletters come in one form, and one link confirms them', async () => {
  const both = new URLSearchParams([
    ['chosen', ''],
    ['subscribe', 'ballyhoo'],
    ['subscribe', 'playtests'],
    ['email', ann],
  ]);
  await site.ask(undefined, '/telegrams', { method: 'POST', headers: FORM_HEADERS, body: String(both) });
  await runJobs(site);
  const path = linkIn(mailsTo(ann)[0]?.text);
  expect(await wordsOf(await openVisitor(site).get(path))).toContain('Ballyhoo and Feedback Friends');
  await openVisitor(site).post(path, {});
  expect((await rows()).map((row) => [row.subscription_id, row.state])).toEqual([
    ['ballyhoo', 'confirmed'],
    ['playtests', 'confirmed'],
  ]);
});

test('without a newsletter the form says to pick one', async () => {
  const response = await signUp({ chosen: '', email: ann });
  expect([response.status, await wordsOf(response)]).toEqual([400, expect.stringContaining('Pick at least one')]);
});

test('the answer is the same for a new address, one that waits, a confirmed one and one that wants no mail', async () => {
  const waiting = `waiting-${ann}`;
  const blocked = `blocked-${ann}`;
  await signUp({ subscribe: 'ballyhoo', email: waiting });
  await join(ann);
  await join(blocked);
  await openVisitor(site).post(await preferencesOf(blocked), { intent: 'telegrams.block' });
  const answers = await Promise.all(
    [`new-${ann}`, waiting, ann, blocked].map(async (email) => {
      const response = await signUp({ subscribe: 'ballyhoo', email });
      return [response.status, await wordsOf(response), [...response.headers.keys()].toSorted()];
    }),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const sent = mailsTo(blocked).length;
  await runJobs(site);
  expect(mailsTo(blocked)).toHaveLength(sent);
  expect(mailsTo(ann)[0]?.subject).toContain('Your newsletters');
});

test('a confirmed address stays confirmed when it is signed up again, and one that left gets a new link', async () => {
  await join(ann);
  await signUp({ subscribe: 'ballyhoo', email: ` ${ann.toUpperCase()} ` });
  expect(await rows()).toMatchObject([{ email: ann, state: 'confirmed' }]);
  const preferences = await preferencesOf(ann);
  await openVisitor(site).post(preferences, { intent: 'telegrams.leave', subscription: 'ballyhoo' });
  expect(await rows()).toMatchObject([{ state: 'left' }]);
  await join(ann);
  expect(await rows()).toMatchObject([{ state: 'confirmed' }]);
});

test('a user signs up without an address or a link, and a sent address is not stored', async () => {
  const words = await wordsOf(await signUpAsPlayer({ subscribe: 'ballyhoo', email: 'someone@else.example' }));
  expect(words).toContain('comes to your account’s address');
  expect((await signUpAsPlayer({ subscribe: 'ballyhoo' })).status).toBe(200);
  expect(await rows()).toMatchObject([{ email: null, user_id: CAST.player.userId, state: 'confirmed' }]);
});

test.each(['a\0b@example.com', 'ann@example.com\0'])('a null character is refused with 400: %j', async (email) => {
  expect((await signUp({ subscribe: 'ballyhoo', email })).status).toBe(400);
  expect(await rows()).toEqual([]);
});

test.each(['a b@c', '', 'a\u0007b@example.com'])(
  'an address that cannot be one is refused with 400, and stays in the field: %j',
  async (email) => {
    const response = await signUp({ subscribe: 'ballyhoo', email });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('aria-invalid="true"');
    expect(await rows()).toEqual([]);
  },
);

test('an unknown newsletter answers 404 to GET and to a sign-up', async () => {
  const looked = await site.ask(undefined, '/telegrams?subscribe=hullabaloo');
  const signedUp = await signUp({ subscribe: 'hullabaloo', email: ann });
  expect([looked.status, signedUp.status]).toEqual([404, 404]);
  expect(await rows()).toEqual([]);
});

test('each step leaves what proves it: when, in which language, under which policy, from which network', async () => {
  await join(ann);
  const consents = await site.parts.db.query<Row<'newsletter_consents'>>(
    sql`select * from newsletter_consents order by consent_id`,
  );
  expect(consents).toMatchObject([
    { kind: 'ask', subscription_id: 'ballyhoo', locale: 'en-US', privacy_version: expect.stringMatching(/^\d/) },
    { kind: 'confirm', subscription_id: 'ballyhoo' },
  ]);
  expect(JSON.stringify(consents)).not.toContain(ann);
});

test('a fifth mail to one mailbox within an hour is refused with 429, in whatever spelling it is asked for', async () => {
  const [name = ''] = ann.split('@');
  const spellings = ['', '+a', '+b', '+c', '+d'].map((suffix) => `${name}${suffix}@example.com`);
  const door = openTestApp(site, { LIMITS: '1' });
  const statuses: number[] = [];
  for (const email of spellings) {
    const body = String(new URLSearchParams({ subscribe: 'ballyhoo', email }));
    statuses.push((await door.sendRequest('/telegrams', { method: 'POST', headers: FORM_HEADERS, body })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test('the job forgets addresses that nobody confirmed within 30 days, and no other', async () => {
  await join(ann);
  for (const email of [`new-${ann}`, `old-${ann}`]) await signUp({ subscribe: 'ballyhoo', email });
  await signUpAsPlayer({});
  const old = new Date(site.parts.now().getTime() - 30 * DAY_MS - 1000);
  const young = toSubscriberId({ email: `new-${ann}` });
  await site.parts.db.query(sql`update newsletter_subscriptions set asked_at = ${old} where subscriber_id <> ${young}`);
  await site.parts.db.query(sql`update subscribers set created_at = ${old} where subscriber_id <> ${young}`);
  await jobs(site.parts)
    .find(({ name }) => name === 'telegrams:sweepSubscribers')
    ?.run({});
  const left = await site.parts.db.query<Row<'subscribers'>>(sql`select email from subscribers order by email`);
  expect(left.map(({ email }) => email)).toEqual([ann, `new-${ann}`, null]);
});
