import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { addPasskey, removePasskey, visitAs } from './passkey-owner.ts';
import type { PasskeyOwner } from './passkey-owner.ts';
import { plugIn } from './virtual-authenticator.ts';
import { visit } from './visitor.ts';
import { rest } from './wait-for-react.ts';

/** Is forgotten by the browser, on a page that does not look meanwhile who is signed in. */
async function leave({ visitor: { page } }: PasskeyOwner): Promise<void> {
  await page.goto('/robots.txt');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('user'));
}

const beginning = /\/api\/auth\/passkeys\/sign-in\/options$/;

test('a passkey signs in by the browser’s autofill list without a press of a button, and by the button of the panel without that list', async () => {
  const owner = await visitAs('creator');
  const { visitor, device } = owner;
  const { page } = visitor;
  await visitor.open('/account/passkeys');
  await addPasskey(owner, 'Fills itself in');
  await leave(owner);
  await device.touch(false);
  const answerOffer = await holdOffer(owner);
  const offered = page.waitForRequest(beginning);
  await visitor.open('/login?returnTo=/games/levelhead');
  await offered;
  const button = page.locator('main').getByRole('button', { name: 'Sign in with a passkey' });
  const begun = page.waitForResponse(beginning);
  await button.press('Enter');
  expect((await begun).status()).toBe(200);
  // The dialog is open, and the offer of the list comes late.
  await answerOffer();
  await rest(page);
  expect(await button.getAttribute('aria-busy')).toBe('true');
  const field = page.locator('main').getByLabel('Email or Lookup Code');
  expect(await field.getAttribute('autocomplete')).toBe('username webauthn');
  // What waits for a touch already stays untouched in Chromium's device.
  await device.touch(true);
  await visitor.follow(() => page.reload({ waitUntil: 'commit' }), '/games/levelhead');
  await page.getByRole('button', { name: 'Bramble Gearsworth' }).waitFor();

  await leave(owner);
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(false) });
  });
  await visitor.open('/games/levelhead#login');
  const panel = page.locator('#login');
  await device.verify(false);
  await panel.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
  await panel.getByRole('alert').waitFor();
  await inspect(page, { part: '#login' });
  await device.verify(true);
  await visitor.follow(
    () => panel.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter'),
    '/games/levelhead',
  );
  await page.getByRole('button', { name: 'Bramble Gearsworth' }).waitFor();
  await visitor.open('/account/passkeys');
  await page.locator('#passkeys li').filter({ hasText: 'Fills itself in' }).getByText('Last used').waitFor();
  await removePasskey(owner, 'Fills itself in');
});

/** Holds the first offer of the list up on its way. @returns what lets it come */
async function holdOffer({ visitor: { page } }: PasskeyOwner): Promise<() => Promise<void>> {
  const leave = Promise.withResolvers<void>();
  await page.route(
    beginning,
    async (route) => {
      await leave.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return async () => {
    const come = page.waitForResponse(beginning);
    leave.resolve();
    await (await come).finished();
  };
}

test('the autofill list is renewed before its challenge of five minutes expires', async () => {
  const visitor = await visit({ hasStillClock: true });
  const { page } = visitor;
  await (await plugIn(page)).touch(false);
  await page.clock.install();
  const first = page.waitForResponse(beginning);
  await visitor.open('/login');
  await first;
  const second = page.waitForResponse(beginning);
  await page.clock.fastForward('04:30');
  expect((await second).status()).toBe(200);
});
