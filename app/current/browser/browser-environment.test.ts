import { describe, expect, test } from 'vitest';

import { createCallClient } from '#lib/calls/call-client.ts';
import { useScriptedServer } from '#test/scripted-server.ts';

import { call } from '../call.ts';
import { browserEnvironment } from './browser-environment.ts';
import type { ServerNotices } from './browser-environment.ts';
import { createSessionUserStore, effectiveRole } from './session-user-store.ts';
import type { SessionUser } from './session-user.ts';

const server = useScriptedServer();
const success = [{ status: 200, description: 'Such as 1.2.3.' }];
const getVersion = call({
  id: 'version',
  method: 'GET',
  path: '/api/version',
  summary: '',
  least: 'public',
  success,
  problems: [],
});
const staff: SessionUser = { userId: 'st4ff', alias: null, loginId: 'l1', usertype: 'staff', bsidx: null };

/** A page of a visitor with a local storage of their own. */
function openPage(user?: SessionUser, { version = '17.36.4', locale = 'en-US' } = {}) {
  const kept = new Map<string, string>();
  const users = createSessionUserStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  if (user !== undefined) users.save(user);
  const seen = { reloads: 0, notices: [] as ServerNotices[] };
  const environment = browserEnvironment({
    version,
    users,
    base: server.base,
    locale: () => locale,
    cookie: () => '',
    reload: () => void (seen.reloads += 1),
    onNotices: (notices) => void seen.notices.push(notices),
  });
  return { kept, users, seen, ...createCallClient(environment) };
}

async function queryOf(...page: Parameters<typeof openPage>): Promise<Record<string, string>> {
  await openPage(...page).ask(getVersion, {});
  return server.heard.at(-1)?.query ?? {};
}

describe('every GET', () => {
  test('adds a local-cache-id parameter (hash of client version, role, locale)', async () => {
    const pages: Parameters<typeof openPage>[] = [
      [],
      [staff],
      [{ ...staff, usertype: 'admin' }],
      [staff, { locale: 'de-DE' }],
      [staff, { version: '17.36.5' }],
    ];
    const ids = await Promise.all(pages.map(async (page) => (await queryOf(...page))['local-cache-id']));
    expect(new Set(ids).size).toBe(pages.length);
    expect(await queryOf(staff)).toEqual({ 'local-cache-id': expect.stringMatching(/^[a-z0-9]{1,7}$/) as string });
    expect(await queryOf({ ...staff, userId: 'other' })).toEqual(await queryOf(staff));
  });

  test('adds a masquerade parameter when masquerading, and the effective usertype becomes the masquerade role', async () => {
    const player: SessionUser = { ...staff, masquerade: 'authenticated' };
    const query = await queryOf(player);
    expect(query.masquerade).toBe('authenticated');
    expect(query['local-cache-id']).toBe((await queryOf({ ...staff, usertype: 'authenticated' }))['local-cache-id']);
    expect(effectiveRole(player)).toBe('authenticated');
  });

  test('masquerades only as a role strictly below one’s own', async () => {
    expect((await queryOf({ ...staff, masquerade: 'staff' })).masquerade).toBeUndefined();
    expect((await queryOf({ ...staff, masquerade: 'super' })).masquerade).toBeUndefined();
  });

  test('sends the locale in its header', async () => {
    await queryOf(undefined, { locale: 'ja-JP' });
    expect(server.heard[0]?.headers.locale).toBe('ja-JP');
  });
});

test('the headers rumpus-version, version-terms, version-terms-rce, version-privacy, x-rate-limit-reset are read', async () => {
  const headers = {
    'rumpus-version': '18.0.0',
    'version-terms': 't1',
    'version-terms-rce': 'r1',
    'version-privacy': 'p1',
  };
  server.script = () => ({ json: {}, headers: { ...headers, 'x-rate-limit-reset': '9' } });
  const { ask, seen } = openPage();
  await ask(getVersion, {});
  expect(seen.notices).toEqual([{ version: '18.0.0', terms: 't1', termsRce: 'r1', privacy: 'p1', rateLimitReset: 9 }]);
});

describe('a 401 on any non-login call', () => {
  test('clears the stored user and reloads the page, once', async () => {
    server.script = () => ({ status: 401, json: {} });
    const { ask, kept, seen } = openPage(staff);
    await expect(ask(getVersion, {})).rejects.toMatchObject({ status: 401 });
    expect([kept.size, seen.reloads]).toEqual([0, 1]);
    await expect(ask(getVersion, {})).rejects.toMatchObject({ status: 401 });
    expect(seen.reloads).toBe(1);
  });

  test('does not reload a page without a stored user', async () => {
    server.script = () => ({ status: 401, json: {} });
    const { ask, seen } = openPage();
    await expect(ask(getVersion, {})).rejects.toMatchObject({ status: 401 });
    expect(seen.reloads).toBe(0);
  });
});

test.each(['', '{', 'null', '[]', '{"userId":"a"}', '{"userId":"a","loginId":"b","usertype":"king"}'])(
  'an invalid stored user counts as none: %s',
  (text) => {
    expect(
      createSessionUserStore({ getItem: () => text, setItem: () => {}, removeItem: () => {} }).read(),
    ).toBeUndefined();
  },
);

test('a stored session user is read as saved', () => {
  const user: SessionUser = { ...staff, alias: 'Sam', masquerade: 'authenticated' };
  expect(openPage(user).users.read()).toEqual(user);
});
