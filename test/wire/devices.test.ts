import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';

const CODES = 'POST /api/login/device/codes';
const KEYS = 'POST /api/login/device/keys';
const GAME = { appId: 'levelhead', platform: 'switch' };

interface WireCode {
  readonly deviceCode: string;
  readonly userCode: string;
}

const requestCode = async () => (await ask(undefined, CODES, { body: GAME })).data() as WireCode;
const redeem = (deviceCode: string) => ask(undefined, KEYS, { body: { deviceCode } });
const decide = (intent: string, userCode: string) => {
  const { origin } = new URL(process.env.BASE_URL ?? '');
  const body = String(new URLSearchParams({ intent: `devices.${intent}`, userCode }));
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
  return ask('player', 'POST /login/device', { body, headers });
};

describe('the code of a device', () => {
  test('lets it in when the player has said yes, once', async () => {
    const { deviceCode, userCode } = await requestCode();
    const waiting = await redeem(deviceCode);
    expect([waiting.status, waiting.data()]).toEqual([202, { pollSeconds: 5 }]);
    expect((await redeem(deviceCode)).refusal).toEqual([400, 'You ask too often. Wait longer between two questions.']);
    expect((await decide('approve', userCode)).status).toBe(200);
    const made = await redeem(deviceCode);
    const { key, passId } = made.data() as { key: string; passId: string };
    expect((await redeem(deviceCode)).refusal).toEqual([410, 'That code has been used: there is one key for it.']);
    const own = await ask(undefined, 'GET /api/delegation/keys/@this', { headers: { 'rumpus-delegation-key': key } });
    expect(own.data()).toMatchObject({ passId, userId: inject('cast').player.userId });
    expect((await ask('player', `DELETE /api/delegation/keys/${passId}`)).status).toBe(204);
  });

  test('is refused by a no, when nobody made it, and for a game that may not ask', async () => {
    const { deviceCode, userCode } = await requestCode();
    expect((await decide('deny', userCode)).status).toBe(200);
    expect((await redeem(deviceCode)).refusal).toEqual([403, 'The player has said no.']);
    expect((await redeem('none')).refusal).toEqual([410, 'That code no longer works. Ask for a new one.']);
    const refusal = [404, 'No game of that id signs players in by a code.'];
    expect((await ask(undefined, CODES, { body: { appId: 'nobodys-game' } })).refusal).toEqual(refusal);
  });

  test.each([CODES, KEYS])('%s refuses in words what no game sends', async (line) => {
    expect((await ask(undefined, line, { body: { appId: 7 } })).status).toBe(400);
    expect((await ask(undefined, line, { body: 'a', headers: { 'content-type': 'text/yaml' } })).status).toBe(415);
    const headers = { 'content-type': 'application/json' };
    expect((await ask(undefined, line, { body: JSON.stringify({ more: 'x'.repeat(2000) }), headers })).status).toBe(
      413,
    );
  });

  test.each([CODES, KEYS])('%s is taken from our own pages only, where a browser sends it', async (line) => {
    const headers = { origin: 'https://a.example', 'sec-fetch-site': 'cross-site' };
    const sentence = 'This did not come from our own pages. Reload and try again.';
    expect((await ask('player', line, { body: GAME, headers })).refusal).toEqual([403, sentence]);
  });
});

test('a game is told the page of a player without a license, in their language and with its name', async () => {
  const line = 'GET /api/login/unlicensed';
  expect((await ask(undefined, line)).status).toBe(401);
  expect((await ask('player', line)).status).toBe(403);
  const makeKey = async (crateId: string) => {
    const body = { appId: 'levelhead', name: 'Wire', scopes: [{ crateId, may: ['read'] }], days: 1 };
    return (await ask('admin', 'POST /api/apps/keys', { body })).data() as { key: string; keyId: string };
  };
  const { key, keyId } = await makeKey('login');
  const other = await makeKey('perks');
  const askBy = (sent: string) => ask(undefined, line, { headers: { 'rumpus-app-key': sent } });
  expect([(await askBy(other.key)).status, (await askBy(`${key}0`)).status]).toEqual([403, 401]);
  const answer = await ask(undefined, line, { headers: { 'rumpus-app-key': key, locale: 'ja-JP' } });
  const { address, game } = answer.data() as { address: string; game: string };
  expect([new URL(address).pathname, new URL(address).search, game]).toEqual([
    '/ja-JP/login/unlicensed',
    '?game=levelhead',
    'Levelhead',
  ]);
  expect((await ask(undefined, `GET /login/unlicensed?game=levelhead`)).text).toContain('Levelhead');
  expect((await ask(undefined, `GET ${new URL(address).pathname}?game=rumpus-pack`)).text).not.toContain('Rumpus Pack');
  const known = { 'rumpus-app-key': key, locale: 'ja-JP', 'if-none-match': answer.headers['etag'] ?? '' };
  expect((await ask(undefined, line, { headers: known })).status).toBe(304);
  const none = await ask('staff', `${line}?game=nobodys-game`);
  expect(none.data()).toMatchObject({ game: null });
  expect((await ask('staff', `${line}?game=${'x'.repeat(65)}`)).status).toBe(400);
  for (const made of [keyId, other.keyId])
    expect((await ask('admin', `DELETE /api/apps/keys/${made}`)).status).toBe(204);
});
