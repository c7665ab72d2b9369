import { expect, test } from 'vitest';

import type { CastName } from '#test/cast.ts';
import { askByKey } from '#test/people/keys.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import type { ListedKey } from './key.ts';

const site = useTestSite();
const REQUEST = '/account?delegationPermissions=rce-lh-read,rumpus-items-read,fly&delegationKeyName=Level%20cup';

const keysOf = async (who: CastName) => dataOf<ListedKey[]>(await site.ask(who, '/api/delegation/keys'));

/** Sends a form of the account page, as a browser without scripts does. */
async function send(who: CastName, fields: Record<string, string>, path = '/account') {
  const response = await site.submit(who, path, fields);
  return { status: response.status, html: await response.text() };
}

const inputs = (html: string) => html.match(/<input[^>]*>/g) ?? [];
const isTicked = (html: string, id: string) =>
  inputs(html).some((input) => input.includes(`name="may.${id}"`) && /\bchecked\b/.test(input));

test('a link of a tool fills in the form, lists the permissions that do not exist, and creates no key', async () => {
  const html = await (await site.ask('player', REQUEST)).text();
  expect(inputs(html).some((input) => input.includes('value="Level cup"'))).toBe(true);
  const ticked = ['rce-lh-read', 'rumpus-items-read', 'rumpus-items-write'].map((id) => isTicked(html, id));
  expect(ticked).toEqual([true, true, false]);
  expect(html).toMatch(/won’t get it: (?:<!-- -->)?fly/);
  expect(await keysOf('player')).toEqual([]);
});

test('the form creates a key that is shown once, and the list revokes it', async () => {
  const fields = { intent: 'keys.create', name: 'Level cup', days: '90', 'may.rce-lh-read': 'on' };
  const { status, html } = await send('creator', fields);
  const [key = ''] = html.match(/rumpus_key_[0-9a-f]{64}/) ?? [];
  expect([status, (await askByKey(site, key, '/api/delegation/keys/@this')).status]).toEqual([200, 200]);
  expect(inputs(html).some((input) => input.includes(key) && /readonly/i.test(input))).toBe(true);
  const [listed] = await keysOf('creator');
  expect(listed).toMatchObject({ name: 'Level cup', permissions: ['rce-lh-read'] });
  const again = await (await site.ask('creator', '/account')).text();
  expect([again.includes(key), again.includes('Level cup'), again.includes('Read Levelhead')]).toEqual([
    false,
    true,
    true,
  ]);
  const revoked = await send('creator', { intent: 'keys.revoke', passId: listed?.passId ?? '' });
  expect([revoked.status, revoked.html.includes('no longer works')]).toEqual([200, true]);
  expect((await askByKey(site, key, '/api/delegation/keys/@this')).status).toBe(401);
});

test('a refused form shows an error at its field and keeps what was chosen', async () => {
  const fields = { intent: 'keys.create', name: ' ', days: '7', 'may.rumpus-items-read': 'on' };
  const { status, html } = await send('player', fields, REQUEST);
  expect(status).toBe(400);
  expect(html).toContain('Give it a name of up to 64 characters.');
  expect([isTicked(html, 'rumpus-items-read'), isTicked(html, 'rce-lh-read')]).toEqual([true, false]);
  const none = await send('player', { intent: 'keys.create', name: 'x', days: 'forever' });
  expect([none.status, none.html.includes('Check at least one permission.')]).toEqual([400, true]);
  expect(await keysOf('player')).toEqual([]);
});

test('the form creates a key without expiry, and none for another site', async () => {
  const fields = { intent: 'keys.create', name: 'For ever', days: 'forever', 'may.rce-lh-report': 'on' };
  const headers = { ...FORM_HEADERS, origin: 'https://tool.example' };
  const body = new URLSearchParams(fields).toString();
  expect((await site.ask('staff', '/account', { method: 'POST', headers, body })).status).toBe(403);
  expect(await keysOf('staff')).toEqual([]);
  expect((await send('staff', fields)).status).toBe(200);
  expect((await keysOf('staff'))[0]).toMatchObject({ name: 'For ever', expiresAt: null });
});
