import { expect, test } from 'vitest';

import { STORAGE_KEYS, createBrowserStorage } from './browser-storage.ts';

function openBrowser(cookies?: string) {
  const map = new Map<string, string>(cookies === undefined ? [] : [[STORAGE_KEYS.cookies, cookies]]);
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
  return { map, kept: createBrowserStorage(() => storage) };
}

test.each([undefined, 'accepted'])('values are stored in local storage (%s)', (cookies) => {
  const { map, kept } = openBrowser(cookies);
  kept.setItem(STORAGE_KEYS.locale, 'ja-JP');
  expect([map.get(STORAGE_KEYS.locale), kept.getItem(STORAGE_KEYS.locale)]).toEqual(['ja-JP', 'ja-JP']);
  kept.removeItem(STORAGE_KEYS.locale);
  expect(kept.getItem(STORAGE_KEYS.locale)).toBeNull();
});

test('for a visitor who declined, only the answer and the session user are stored, and the page remembers the rest', () => {
  const { map, kept } = openBrowser('declined');
  for (const key of [STORAGE_KEYS.locale, STORAGE_KEYS.version, `${STORAGE_KEYS.knownPolicy}terms`, STORAGE_KEYS.user])
    kept.setItem(key, 'x');
  expect([...map.keys()]).toEqual([STORAGE_KEYS.cookies, STORAGE_KEYS.user]);
  expect(kept.getItem(STORAGE_KEYS.locale)).toBe('x');
  kept.removeItem(STORAGE_KEYS.locale);
  expect(kept.getItem(STORAGE_KEYS.locale)).toBeNull();
});

test('a browser without storage remembers values until the page is left', () => {
  const kept = createBrowserStorage(() => undefined);
  kept.setItem(STORAGE_KEYS.user, 'x');
  expect(kept.getItem(STORAGE_KEYS.user)).toBe('x');
  kept.removeItem(STORAGE_KEYS.user);
  expect(kept.getItem(STORAGE_KEYS.user)).toBeNull();
});
