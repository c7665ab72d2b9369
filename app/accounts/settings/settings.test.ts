import { expect, test } from 'vitest';

import { currentAs } from '#test/people/form-rights.ts';
import { openOwner, openSession } from '#test/people/owners.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { findMailRecipient } from '../emails/emails.server.ts';
import { readSettings } from './settings.server.ts';

const site = useTestSite();
const PAGE = '/account/settings';

const save = (visitor: FormVisitor, fields: Record<string, string>) =>
  visitor.post(PAGE, { intent: 'choices.set', ...fields });

async function htmlOf(visitor: FormVisitor, path: string) {
  const page = await (await visitor.get(path)).text();
  const [, attributes = ''] = /<html([^>]*)>/.exec(page) ?? [];
  const [, scheme] = /<meta name="color-scheme" content="([^"]+)"/.exec(page) ?? [];
  return { lang: /lang="([^"]+)"/.exec(attributes)?.[1], theme: /data-theme="(\w+)"/.exec(attributes)?.[1], scheme };
}

test('settings follow their owner to every device, from the next page on, and are nobody else’s', async () => {
  const { visitor, userId } = await openOwner(site, 'one@settings.example');
  const [other, stranger] = [await openSession(site, userId), await openOwner(site, 'two@settings.example')];
  const before = { lang: 'en-US', theme: undefined, scheme: 'light dark' };
  for (const one of [visitor, other.visitor]) expect(await htmlOf(one, '/about')).toEqual(before);
  const answer = await save(visitor, { theme: 'dark', language: 'de-DE' });
  expect(answer.status).toBe(200);
  for (const one of [visitor, other.visitor]) {
    expect(await htmlOf(one, '/about')).toEqual({ lang: 'de-DE', theme: 'dark', scheme: 'dark' });
    expect((await htmlOf(one, '/fr-FR/about')).lang).toBe('fr-FR');
  }
  expect(await htmlOf(stranger.visitor, '/about')).toEqual(before);
  await save(visitor, { theme: 'system', language: '' });
  expect(await htmlOf(other.visitor, '/about')).toEqual(before);
});

test('mails are in the language that the account has chosen', async () => {
  const { visitor, userId } = await openOwner(site, 'mails@settings.example');
  const current = currentAs(site, userId);
  const before = (await findMailRecipient(current, userId))?.locale;
  await save(visitor, { language: 'pl-PL' });
  expect((await findMailRecipient(current, userId))?.locale).toBe('pl-PL');
  await save(visitor, { language: '' });
  expect((await findMailRecipient(current, userId))?.locale).toBe(before);
});

test('what others see is read with the fallbacks of who has chosen nothing', async () => {
  const { visitor, userId } = await openOwner(site, 'shown@settings.example');
  const nothing = { theme: 'system', locale: undefined, timeZone: undefined, showsLevels: true, showsLikes: false };
  expect(await readSettings(site.parts.db, userId)).toEqual(nothing);
  await save(visitor, { theme: 'light', zone: 'Asia/Tokyo', showsLevels: 'no', showsLikes: 'yes' });
  const all = { theme: 'light', timeZone: 'Asia/Tokyo', showsLevels: false, showsLikes: true };
  expect(await readSettings(site.parts.db, userId)).toEqual({ ...nothing, ...all });
});

test.each([
  ['theme', 'pink'],
  ['language', 'en-XA'],
  ['language', 'xx'],
  ['showsLevels', 'maybe'],
])('a setting of %s that is %s is refused, and nothing is kept', async (name, value) => {
  const { visitor, userId } = await openOwner(site, `${name}-${value}@wrong.example`);
  expect((await save(visitor, { showsLikes: 'yes', [name]: value })).status).toBe(400);
  expect((await readSettings(site.parts.db, userId)).showsLikes).toBe(false);
});

test('the settings tell which newsletters and alerts are on, and lead to them', async () => {
  const { visitor } = await openOwner(site, 'reach@settings.example');
  const page = async () => (await (await visitor.get(PAGE)).text()).replaceAll('<!-- -->', '');
  expect(await page()).toContain('You get no newsletter.');
  await visitor.post('/telegrams', { intent: 'signUp', subscribe: 'ballyhoo' });
  const html = await page();
  expect(html).toMatch(/You get [^.]+\./);
  expect(html).toMatch(/\d+ of \d+ kinds of alerts come as mails\./);
  for (const path of ['/telegrams', '/alerts']) expect(html).toContain(`href="${path}"`);
});
