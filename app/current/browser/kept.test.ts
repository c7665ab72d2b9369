import { expect, test } from 'vitest';

import { KEPT, createKept } from './kept.ts';

function openBrowser(cookies?: string) {
  const map = new Map<string, string>(cookies === undefined ? [] : [[KEPT.cookies, cookies]]);
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
  return { map, kept: createKept(() => storage) };
}

test.each([undefined, 'accepted'])('what is kept lies in local storage (%s)', (cookies) => {
  const { map, kept } = openBrowser(cookies);
  kept.setItem(KEPT.locale, 'ja-JP');
  expect([map.get(KEPT.locale), kept.getItem(KEPT.locale)]).toEqual(['ja-JP', 'ja-JP']);
  kept.removeItem(KEPT.locale);
  expect(kept.getItem(KEPT.locale)).toBeNull();
});

test('who declined has nothing kept but that, and who is signed in; the page itself remembers the rest', () => {
  const { map, kept } = openBrowser('declined');
  for (const key of [KEPT.locale, KEPT.version, `${KEPT.knownPolicy}terms`, KEPT.user]) kept.setItem(key, 'x');
  expect([...map.keys()]).toEqual([KEPT.cookies, KEPT.user]);
  expect(kept.getItem(KEPT.locale)).toBe('x');
  kept.removeItem(KEPT.locale);
  expect(kept.getItem(KEPT.locale)).toBeNull();
});

test('a browser without storage remembers until the page is left', () => {
  const kept = createKept(() => undefined);
  kept.setItem(KEPT.user, 'x');
  expect(kept.getItem(KEPT.user)).toBe('x');
  kept.removeItem(KEPT.user);
  expect(kept.getItem(KEPT.user)).toBeNull();
});
