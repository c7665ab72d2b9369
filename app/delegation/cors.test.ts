import { beforeAll, describe, expect, test } from 'vitest';

import { askByKey, createKey } from '#test/people/keys.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate } from '#test/storage.ts';

const site = useTestSite();
const THIS = '/api/delegation/keys/@this';
const CRATE = '/api/storage/crates/posts';
const ITEMS = `${CRATE}/items`;
beforeAll(async () => void (await createCrate(site, 'posts')));

describe('scripts of other origins', () => {
  test.each([
    ['GET', ITEMS],
    ['POST', ITEMS],
    ['PUT', `${ITEMS}/x`],
    ['DELETE', `${ITEMS}/x`],
    ['PATCH', `${ITEMS}/x/stats`],
  ])('may send a key with %s', async (method, path) => {
    const headers = { origin: 'https://tool.example', 'access-control-request-method': method };
    const reply = await site.ask(undefined, path, { method: 'OPTIONS', headers });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(reply.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    const allowed = reply.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toContain('rumpus-delegation-key');
    expect(allowed).not.toContain('rumpus-app-key');
  });

  test('may read the rate limit headers, also of refusals', async () => {
    const { key } = await createKey(site, 'player', ['rce-lh-read']);
    for (const token of [key, 'wrong', '']) {
      const { headers } = await askByKey(site, token, THIS, { headers: { origin: 'https://tool.example' } });
      const exposed = headers.get('access-control-expose-headers')?.split(', ');
      for (const name of ['limit', 'remaining', 'reset'].map((end) => `x-rate-limit-${end}`)) {
        expect(exposed).toContain(name);
        expect(headers.get(name)).toMatch(/^\d+$/);
      }
      expect(exposed).toEqual(expect.arrayContaining(['version-terms', 'version-terms-rce', 'version-privacy']));
    }
  });
});
