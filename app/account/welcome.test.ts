import { expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { openOwner } from '#test/people/owners.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
const PAGE = '/welcome?returnTo=%2Fgames%3Fkind%3Dall';

const htmlOf = async (visitor: FormVisitor, path: string) =>
  (await (await visitor.get(path)).text()).replaceAll('<!-- -->', '');
const end = (visitor: FormVisitor, path = PAGE) => visitor.post(path, { intent: 'welcome.end' });
const placeOf = ({ status, headers }: Response) => [status, headers.get('location')];

/** Signs in by the code of a mail. @returns where that leads */
async function signIn(visitor: FormVisitor, email: string, returnTo: string): Promise<string | null> {
  await visitor.post('/login', { intent: 'ask', who: email, returnTo });
  await runJobs(site);
  const { code = '' } = mailFor(site, email) ?? {};
  return (await visitor.post('/login', { intent: 'code', code })).headers.get('location');
}

test('who has joined is welcomed, in the language of where they go, and by no later sign-in', async () => {
  const [first, later] = [openVisitor(site), openVisitor(site)];
  const [email, returnTo] = ['joiner@welcome.example', '/de-DE/games'];
  expect(await signIn(first, email, returnTo)).toBe('/login/confirmation-required');
  const made = await first.post('/login/confirmation-required', { alias: 'Fresh Comet', agreed: 'yes' });
  const welcome = '/de-DE/welcome?returnTo=%2Fde-DE%2Fgames';
  expect(placeOf(made)).toEqual([302, welcome]);
  expect((await first.get(welcome)).status).toBe(200);
  expect(placeOf(await end(first, welcome))).toEqual([302, returnTo]);
  expect(await signIn(later, email, returnTo)).toBe(returnTo);
});

test('the welcome has three steps, each with an address, which lead to where the sign-in was meant to lead', async () => {
  const { visitor } = await openOwner(site, 'steps@welcome.example');
  const steps = await Promise.all([1, 2, 3].map((step) => htmlOf(visitor, `${PAGE}&step=${step}`)));
  for (const [at, words] of ['Everyone calls you', 'News by mail, if you like', 'Take a look'].entries()) {
    expect(steps.map((html) => html.includes(words)).indexOf(true)).toBe(at);
    expect(steps[at]).toContain(`Step ${at + 1} of 3`);
    expect(steps[at]).toContain('value="welcome.end"');
  }
  expect(steps[0]).toContain('href="/welcome?step=2&amp;returnTo=%2Fgames%3Fkind%3Dall"');
  expect(steps[2]).not.toContain('step=4');
  for (const step of ['0', '4', '1.5', 'x', ''])
    expect(await htmlOf(visitor, `${PAGE}&step=${step}`)).toContain('Step 1 of 3');
  const changed = await visitor.post(`${PAGE}&step=1`, { intent: 'aliases.change', alias: 'Step Comet' });
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('You’re “Step Comet” now.')]);
  const joined = await visitor.post(`${PAGE}&step=2`, { intent: 'signUp', chosen: '', subscribe: 'ballyhoo' });
  expect(joined.status).toBe(200);
  const [consent] = await site.parts.db.query(sql`
    select from newsletter_subscriptions n join subscribers s using (subscriber_id) where s.email is null and n.state = 'confirmed'`);
  expect(consent).toBeDefined();
});

test('the welcome that was ended is never seen again, and its end is noted once', async () => {
  const { visitor, userId } = await openOwner(site, 'ended@welcome.example');
  const mark = async () =>
    (
      await site.parts.db.query<{ at: Date | null }>(sql`
      select welcomed_at as at from accounts where user_id = ${userId}`)
    )[0]?.at;
  expect(await mark()).toBeNull();
  await visitor.get(PAGE);
  expect(await mark()).toBeNull();
  const ends = await Promise.all([end(visitor), end(visitor), end(visitor)]);
  expect(ends.map(placeOf)).toEqual(ends.map(() => [302, '/games?kind=all']));
  const ended = await mark();
  expect(ended).toBeInstanceOf(Date);
  expect(placeOf(await visitor.get(PAGE))).toEqual([302, '/games?kind=all']);
  expect(placeOf(await visitor.get(`${PAGE}&step=3`))).toEqual([302, '/games?kind=all']);
  await end(visitor);
  expect(await mark()).toEqual(ended);
});

test.each(['https://evil.example/', '//evil.example', '/login/with/steam/callback'])(
  'the welcome leads to no %s',
  async (returnTo) => {
    const { visitor } = await openOwner(site, `to${returnTo.length}@welcome.example`);
    expect(placeOf(await end(visitor, `/welcome?returnTo=${encodeURIComponent(returnTo)}`))).toEqual([302, '/']);
  },
);

test('the welcome is nobody’s who is signed out', async () => {
  const visitor = openVisitor(site);
  expect(placeOf(await visitor.get('/welcome'))).toEqual([302, '/login?returnTo=%2Fwelcome']);
  expect((await end(visitor)).status).toBe(401);
});
