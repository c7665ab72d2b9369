import { beforeAll, expect, test } from 'vitest';

import { loggedPath } from '#app/door/logged-path.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import { seedPerks } from '../seed-perks.server.ts';

const site = useTestSite();
const redeem = (who: CastName | undefined, perkCode: string, path = '/redeem') =>
  site.submit(who, path, { intent: 'perks.redeem', perkCode });
const grants = () => site.parts.db.query(sql`select user_id from perk_grants where perk_id = 'golden-hat'`);

beforeAll(async () => {
  const system = systemCurrent(site.parts);
  const admin = { ...system, actor: { ...system.actor, userId: CAST.admin.userId } };
  await seedPerks(admin, (name) => CAST[name as CastName].userId);
});

test('a link with a code fills in the form, and redeems nothing, whoever follows it', async () => {
  for (const who of [undefined, 'player'] as const) {
    const html = await (await site.ask(who, '/redeem/HATS-FOR-ALL')).text();
    expect(html).toContain('value="HATS-FOR-ALL"');
  }
  expect((await site.ask('player', `/redeem/${'A'.repeat(5000)}`)).status).toBe(200);
  expect(await grants()).toEqual([]);
});

test('a visitor signs in first, and comes back to the code', async () => {
  const answer = await redeem(undefined, 'hats for all');
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `/login?returnTo=${encodeURIComponent('/redeem/hats%20for%20all')}`,
  ]);
  const german = await redeem(undefined, 'X/../Y', '/de-DE/redeem');
  expect(german.headers.get('location')).toBe(
    `/de-DE/login?returnTo=${encodeURIComponent('/de-DE/redeem/X%2F..%2FY')}`,
  );
  expect(await grants()).toEqual([]);
});

test('a code is redeemed without scripts, is celebrated, and stands on the account from then on', async () => {
  const answer = await redeem('creator', ' hats-for-aII ');
  const html = await answer.text();
  expect([answer.status, html.includes('It’s yours!'), html.includes('Golden hat')]).toEqual([200, true, true]);
  expect(await (await site.ask('creator', '/account')).text()).toContain('Golden hat');
  const again = await redeem('creator', 'HATS-FOR-ALL');
  const words = await again.text();
  expect([again.status, words.includes('You have this perk already.')]).toEqual([409, true]);
  expect(words).toContain('value="HATS-FOR-ALL"');
});

test('who guesses codes is stopped, and others go on', async () => {
  const door = openTestApp(site, { LIMITS: '1' });
  const guess = async (who: CastName, code: string, address: string) => {
    const { cookie, xsrf } = await door.signIn(who);
    const body = new URLSearchParams({ intent: 'perks.redeem', perkCode: code });
    const headers = {
      cookie,
      'x-xsrf-token': xsrf,
      origin: 'http://localhost:8080',
      'content-type': 'application/x-www-form-urlencoded',
    };
    return (await door.sendRequest('/redeem', { method: 'POST', headers, body: body.toString(), address })).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 12; at += 1) statuses.push(await guess('collaborator', `GUESS-${at}`, '203.0.113.7'));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
  expect(await guess('collaborator', 'HATS-FOR-ALL', '203.0.113.8')).toBe(429);
  expect(await guess('staff', 'HATS-FOR-ALL', '203.0.113.7')).toBe(200);
});

test('a code in an address is in no log', () => {
  expect(['/redeem/HATS-FOR-ALL', '/ja-JP/%72edeem/HATS', '/redeem'].map(loggedPath)).toEqual([
    '/redeem/*',
    '/ja-JP/redeem/*',
    '/redeem',
  ]);
});
