import { describe, expect, test } from 'vitest';

import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();

async function signUp(who: CastName | undefined, email: string, path = '/?index'): Promise<Response> {
  const headers = { origin: 'http://localhost:8080', 'content-type': 'application/x-www-form-urlencoded' };
  return site.ask(who, path, { method: 'POST', headers, body: String(new URLSearchParams({ email })) });
}

describe('the newsletter’s form on the home page', () => {
  test('goes on with the address of who is not signed in', async () => {
    const response = await signUp(undefined, ' ann@example.com ');
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/telegrams?subscribe=ballyhoo&email=ann%40example.com',
    ]);
  });

  test('goes on without an address for who is signed in, whatever was typed', async () => {
    for (const typed of ['', 'ann@example.com', 'nonsense']) {
      const response = await signUp('player', typed);
      expect([response.status, response.headers.get('location')]).toEqual([303, '/telegrams?subscribe=ballyhoo']);
    }
  });

  test('keeps the language of its address', async () => {
    const response = await signUp('player', '', '/ja-JP?index');
    expect(response.headers.get('location')).toBe('/ja-JP/telegrams?subscribe=ballyhoo');
  });

  test('answers 400 to what cannot be an address, and keeps what was typed', async () => {
    const response = await signUp(undefined, 'ann@ex');
    const html = await response.text();
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(html).toContain('value="ann@ex"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('Have major game announcements emailed right to you!');
  });
});
