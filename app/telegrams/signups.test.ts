import { beforeEach, expect, test } from 'vitest';

import { jobs } from '#app/jobs.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
const DAY_MS = 86_400_000;

beforeEach(() => site.parts.db.query(sql`truncate newsletter_signups`));

const rows = () =>
  site.parts.db.query<Row<'newsletter_signups'>>(sql`select * from newsletter_signups order by email, user_id`);

async function signUp(who: CastName | undefined, form: Record<string, string>): Promise<Response> {
  const headers = { origin: 'http://localhost:8080', 'content-type': 'application/x-www-form-urlencoded' };
  return site.ask(who, '/telegrams', { method: 'POST', headers, body: String(new URLSearchParams(form)) });
}

/** The text of a page's main part. */
async function wordsOf(response: Response): Promise<string> {
  const [, main = ''] = /<main[^>]*>([^]*?)<\/main>/.exec(await response.text()) ?? [];
  return main.replaceAll(/<[^>]*>/g, ' ');
}

test('GET signs nobody up, whatever the query says', async () => {
  const response = await site.ask(undefined, '/telegrams?subscribe=ballyhoo&email=ann%40example.com');
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('value="ann@example.com"');
  expect((await site.ask('player', '/telegrams?subscribe=ballyhoo')).status).toBe(200);
  expect(await rows()).toEqual([]);
});

test('the field tells visitors that Sign Up comes with a valid address', async () => {
  for (const path of ['/', '/telegrams']) {
    const html = await (await site.ask(undefined, path)).text();
    const [, id = ''] = /<input [^>]*aria-describedby="([^"]+)"[^>]*name="email"/.exec(html) ?? [];
    const [, hint = ''] = html.split(`<p id="${id}"`);
    expect(hint.replaceAll(/<[^>]*>/g, ''), path).toMatch(/^[^>]*>“Sign Up” appears once the address is complete\./);
    expect(await (await site.ask('player', path)).text()).not.toContain('appears once');
  }
});

test('an address is stored once in any spelling, and the response is the same whether it was known or not', async () => {
  const first = await signUp(undefined, { subscribe: 'ballyhoo', email: 'ann@example.com' });
  const again = await signUp(undefined, { subscribe: 'ballyhoo', email: ' ANN@example.com ' });
  expect([first.status, again.status]).toEqual([200, 200]);
  const words = await wordsOf(first);
  expect(words).toContain('ask you to confirm');
  expect(await wordsOf(again)).toBe(words);
  expect(await rows()).toMatchObject([{ email: 'ann@example.com', user_id: null, confirmed_at: null }]);
});

test('a user signs up without an address, and a sent one is not stored', async () => {
  const words = await wordsOf(await signUp('player', { subscribe: 'ballyhoo', email: 'someone@else.example' }));
  expect(words).toContain('goes to your account');
  expect((await signUp('player', { subscribe: 'ballyhoo' })).status).toBe(200);
  expect(await rows()).toMatchObject([{ email: null, user_id: CAST.player.userId }]);
});

test('an invalid address is refused with 400, and stays in the field', async () => {
  const response = await signUp(undefined, { subscribe: 'ballyhoo', email: 'a b@c' });
  const html = await response.text();
  expect(response.status).toBe(400);
  expect(html).toContain('value="a b@c"');
  expect(html).toContain('aria-invalid="true"');
  expect((await signUp(undefined, { subscribe: 'ballyhoo' })).status).toBe(400);
  expect(await rows()).toEqual([]);
});

test.each(['a\0b@example.com', 'ann@example.com\0', 'a\u0007b@example.com'])(
  'an address with a control character is refused with 400: %j',
  async (email) => {
    expect((await signUp(undefined, { email })).status).toBe(400);
    expect(await rows()).toEqual([]);
  },
);

test('an unknown newsletter answers 404 to GET and to a sign-up', async () => {
  const looked = await site.ask(undefined, '/telegrams?subscribe=hullabaloo');
  const signedUp = await signUp(undefined, { subscribe: 'hullabaloo', email: 'ann@example.com' });
  expect([looked.status, signedUp.status]).toEqual([404, 404]);
  expect(await rows()).toEqual([]);
});

test('a confirmed address stays confirmed when it is signed up again', async () => {
  await signUp(undefined, { email: 'ann@example.com' });
  await site.parts.db.query(sql`update newsletter_signups set confirmed_at = now()`);
  await signUp(undefined, { email: 'ann@example.com' });
  expect((await rows()).map(({ confirmed_at: at }) => at instanceof Date)).toEqual([true]);
});

test('the job deletes unconfirmed addresses after 365 days, and nothing else', async () => {
  for (const email of ['new@example.com', 'old@example.com', 'sure@example.com']) await signUp(undefined, { email });
  await signUp('player', {});
  const old = new Date(site.parts.now().getTime() - 365 * DAY_MS - 1000);
  await site.parts.db.query(
    sql`update newsletter_signups set asked_at = ${old} where email is distinct from 'new@example.com'`,
  );
  await site.parts.db.query(sql`update newsletter_signups set confirmed_at = ${old} where email = 'sure@example.com'`);
  await jobs(site.parts)
    .find(({ name }) => name === 'telegrams:sweepSignups')
    ?.run({});
  expect((await rows()).map(({ email }) => email)).toEqual(['new@example.com', 'sure@example.com', null]);
});

test('concurrent sign-ups of one address leave one row', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => signUp(undefined, { email: 'ann@example.com' })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await rows()).toHaveLength(1);
});
