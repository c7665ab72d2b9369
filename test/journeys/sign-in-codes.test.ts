import { expect, test } from 'vitest';

import { signInByCode } from '#clients/typescript/examples/device-code.js';
import { createClient } from '#clients/typescript/src/client.js';

import { inspect } from './inspect.ts';
import { join, newAddress } from './joining.ts';
import { pressByKeys } from './keyboard.ts';
import { BASE_URL, visit } from './visitor.ts';

test('a game shows a code, its player says yes to it in a browser by the keyboard alone, and the game gets their key', async () => {
  const player = await visit({ as: 'player', isFresh: true });
  const { page } = player;
  const rumpus = createClient({ baseUrl: BASE_URL });
  const filled = Promise.withResolvers<string>();
  const approved = Promise.withResolvers<void>();
  const game = signInByCode(
    rumpus,
    { appId: 'levelhead', platform: 'switch' },
    ({ filledAddress }) => filled.resolve(filledAddress),
    { wait: () => approved.promise },
  );
  const { pathname, search } = new URL(await filled.promise);
  await player.open(`${pathname}${search}`);
  await pressByKeys(page.getByRole('button', { name: 'Go on' }));
  await page.locator('h2:focus').filter({ hasText: 'Levelhead on Nintendo Switch' }).waitFor();
  await inspect(page, { part: 'main' });
  await pressByKeys(page.getByRole('button', { name: 'Yes, that’s my game' }));
  await page.locator('h2:focus').filter({ hasText: 'You’re in' }).waitFor();
  approved.resolve();
  const signedIn = await game;
  const inside = createClient({ baseUrl: BASE_URL, key: signedIn?.key ?? '' });
  const { data } = await inside.ask('accounts.getAccount', { params: { userId: '@me' } });
  expect(data.userId).toBe(signedIn?.userId);
});

test('somebody makes recovery codes and signs in by one of them in another browser, without a mail', async () => {
  const owner = await visit();
  const address = newAddress('paper');
  await join(owner, address);
  await owner.open('/account#recovery');
  const codes = owner.page.getByRole('region', { name: 'Recovery codes' });
  await pressByKeys(codes.getByRole('button', { name: 'Make ten codes' }));
  await codes.locator('li').nth(9).waitFor();
  await inspect(owner.page, { part: '#recovery' });
  const code = await codes.locator('li').first().textContent();

  const elsewhere = await visit();
  await elsewhere.open('/login/recovery');
  const form = elsewhere.page.locator('main');
  await form.getByLabel('Email or Lookup Code').fill(address);
  await form.getByLabel('Recovery code').fill(code ?? '');
  // Which is for nobody else.
  await elsewhere.follow(() => pressByKeys(form.getByRole('button', { name: 'Sign in' })), '/account');
});
