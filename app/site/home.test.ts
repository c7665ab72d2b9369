import { describe, expect, test } from 'vitest';

import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();

const signUp = (who: CastName | undefined, email: string, path = '/?index') => site.submit(who, path, { email });

const PUBLIC_GAMES = [
  'Crashlands 2',
  'Crashlands',
  'Levelhead',
  'Quadropus Rampage',
  'Flop Rocket',
  'Towelfight 2',
  'Roid Rage',
];

test('the home page lists the released games, and all games for staff', async () => {
  const gamesOf = async (who: CastName | undefined) => {
    const html = await (await site.ask(who, '/')).text();
    const links = html.matchAll(/<a [^>]*href="\/games\/[a-z0-9-]+"[^>]*>(.*?)<\/a>/gs);
    return [...links].map(([, text = '']) => text.replaceAll(/<[^>]*>/g, '').trim()).filter((name) => name !== '');
  };
  expect(await gamesOf(undefined)).toEqual(PUBLIC_GAMES);
  expect(await gamesOf('player')).toEqual(PUBLIC_GAMES);
  const all = await gamesOf('staff');
  expect(all.toSorted()).toEqual([...PUBLIC_GAMES, 'How Many Dudes?', 'Rumpus Pack'].toSorted());
});

test('the home page links to the chat as Community Chat, and to where its banner’s game can be had', async () => {
  const html = await (await site.ask(undefined, '/')).text();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main'));
  const linkTo = (address: RegExp) =>
    [...main.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].find(([, href = '']) => address.test(href))?.[2];
  expect([linkTo(/^https:/), linkTo(/#stores$/)]).toEqual(['Community Chat', 'Play Crashlands 2']);
});

describe('the newsletter’s form on the home page', () => {
  test('has a field for the address of a visitor, and none for a user', async () => {
    const asksForEmail = async (who?: CastName) => (await (await site.ask(who, '/')).text()).includes('name="email"');
    expect([await asksForEmail(), await asksForEmail('player')]).toEqual([true, false]);
  });

  test('redirects a visitor to the sign-up with the address', async () => {
    const response = await signUp(undefined, ' ann@example.com ');
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/telegrams?subscribe=ballyhoo&email=ann%40example.com',
    ]);
  });

  test('redirects a user to the sign-up without an address', async () => {
    for (const typed of ['', 'ann@example.com', 'nonsense']) {
      const response = await signUp('player', typed);
      expect([response.status, response.headers.get('location')]).toEqual([303, '/telegrams?subscribe=ballyhoo']);
    }
  });

  test('keeps the language of its address', async () => {
    const response = await signUp('player', '', '/ja-JP?index');
    expect(response.headers.get('location')).toBe('/ja-JP/telegrams?subscribe=ballyhoo');
  });

  test('answers 400 for an invalid address, and keeps it in the field', async () => {
    const response = await signUp(undefined, 'ann@ex');
    const html = await response.text();
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(html).toContain('value="ann@ex"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('Have major game announcements emailed right to you!');
  });
});
