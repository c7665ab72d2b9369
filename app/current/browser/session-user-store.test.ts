import { describe, expect, test } from 'vitest';

import { createSessionUserStore, effectiveRole, storedMasquerade } from './session-user-store.ts';
import type { SessionUser } from './session-user.ts';

const ADMIN: SessionUser = { userId: 'a', loginId: 'l', alias: 'Kettle', usertype: 'admin', bsidx: null };

function storeOf(kept: Record<string, string> = {}) {
  const map = new Map(Object.entries(kept));
  const store = createSessionUserStore({
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  });
  return { map, store };
}

describe('the store of the session user', () => {
  test.each([{ userId: '' }, { loginId: '' }, { loginId: null }])(
    'saves a user with both ids only, not with %j',
    (missing) => {
      const { map, store } = storeOf();
      store.save(ADMIN);
      store.save({ ...ADMIN, ...missing });
      expect([store.read(), map.size]).toEqual([undefined, 0]);
    },
  );

  test('keeps the user until it is cleared', () => {
    const { map, store } = storeOf();
    expect(store.read()).toBeUndefined();
    store.save({ ...ADMIN, masquerade: 'staff' });
    expect(store.read()).toEqual({ ...ADMIN, masquerade: 'staff' });
    store.clear();
    expect([store.read(), map.size]).toEqual([undefined, 0]);
  });

  test.each([
    '',
    '{',
    'null',
    '7',
    '[]',
    '{}',
    '{"userId":"a","usertype":"admin"}',
    '{"loginId":"l","usertype":"admin"}',
    '{"userId":"","loginId":"l","usertype":"admin"}',
    '{"userId":"a","loginId":"l","usertype":"public"}',
    '{"userId":"a","loginId":"l","usertype":"root"}',
    '{"userId":1,"loginId":"l","usertype":"admin"}',
  ])('reads %j as no user', (text) => {
    expect(storeOf({ user: text }).store.read()).toBeUndefined();
  });

  test('drops unknown members', () => {
    const user = { ...ADMIN, alias: 7, masquerade: 'root', isSuper: true };
    expect(storeOf({ user: JSON.stringify(user) }).store.read()).toEqual({
      userId: 'a',
      loginId: 'l',
      alias: null,
      usertype: 'admin',
      bsidx: null,
    });
  });
});

test.each([
  [undefined, 'public'],
  [ADMIN, 'admin'],
  [{ ...ADMIN, masquerade: 'staff' }, 'staff'],
  [{ ...ADMIN, masquerade: 'authenticated' }, 'authenticated'],
  [{ ...ADMIN, masquerade: 'admin' }, 'admin'],
  [{ ...ADMIN, masquerade: 'super' }, 'admin'],
] as const)('%j counts as %s', (user, role) => {
  expect(effectiveRole(user)).toBe(role);
  expect(storedMasquerade(user) ?? user?.usertype ?? 'public').toBe(role);
});
