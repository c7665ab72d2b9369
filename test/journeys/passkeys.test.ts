import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { rest } from './wait-for-react.ts';
import type { JourneyCastName } from './sign-in.ts';
import { plugIn } from './virtual-authenticator.ts';
import type { VirtualAuthenticator } from './virtual-authenticator.ts';
import { visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

interface PasskeyOwner {
  visitor: BrowserVisitor;
  device: VirtualAuthenticator;
}

/** Somebody who has just signed in, with a device of their own. */
async function visitAs(name: JourneyCastName): Promise<PasskeyOwner> {
  const visitor = await visit({ as: name, isFresh: true });
  return { visitor, device: await plugIn(visitor.page) };
}

/** Adds a passkey by the keyboard, and gives it a name of its own. */
async function addPasskey({ visitor: { page } }: PasskeyOwner, name: string): Promise<void> {
  const section = page.locator('#passkeys');
  await section.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await section.getByText('You can now sign in with').waitFor();
  await unfold(section.locator('li').last(), 'Rename');
  await section.getByRole('textbox', { name: 'Name' }).fill(name);
  await section.getByRole('textbox', { name: 'Name' }).press('Enter');
  await section.getByText('Passkey renamed.').waitFor();
  await section.getByRole('heading', { name }).waitFor();
}

/** Opens what can be done with a passkey, or closes it. */
async function unfold(row: Locator, what: 'Rename' | 'Remove'): Promise<void> {
  await row.locator('summary').filter({ hasText: what }).press('Enter');
}

async function removePasskey({ visitor: { page } }: PasskeyOwner, name: string): Promise<void> {
  const section = page.locator('#passkeys');
  const row = section.locator('li').filter({ hasText: name });
  await unfold(row, 'Remove');
  await row.getByRole('button', { name: 'Remove this passkey' }).press('Enter');
  await section.getByText('Passkey removed.').waitFor();
  await section.getByRole('heading', { name }).waitFor({ state: 'detached' });
}

/** Is forgotten by the browser, on a page that does not look meanwhile who is signed in. */
async function leave({ visitor: { page } }: PasskeyOwner): Promise<void> {
  await page.goto('/robots.txt');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('user'));
}

const beginning = /\/api\/auth\/passkeys\/sign-in\/options$/;

test('a passkey is added, renamed, used to confirm the user’s identity and removed by the keyboard, and each is logged', async () => {
  const owner = await visitAs('player');
  const { visitor, device } = owner;
  const { page } = visitor;
  const section = page.locator('#passkeys');
  const add = section.getByRole('button', { name: 'Add a passkey' });
  await visitor.open('/account');
  await device.verify(false);
  await add.press('Enter');
  await section.getByRole('alert').waitFor();
  expect(await device.count()).toBe(0);
  await device.verify(true);
  await addPasskey(owner, 'The shiny one');
  await expect.poll(() => device.count()).toBe(1);
  await add.press('Enter');
  await section.getByText('You already have a passkey on this device.').waitFor();
  expect(await device.count()).toBe(1);
  const row = section.locator('li').filter({ hasText: 'The shiny one' });
  await row.getByText('On one device').waitFor();
  await row.getByText('Not used yet').waitFor();
  await unfold(row, 'Remove');
  await inspect(page, { part: '#passkeys' });

  await visitor.open('/login?prove&returnTo=/account%23passkeys');
  await inspect(page, { part: 'main' });
  const proved = page.waitForResponse(/\/api\/auth\/passkeys\/prove$/);
  await visitor.follow(() => page.getByRole('button', { name: 'Use a passkey' }).press('Enter'), '/account');
  expect((await proved).status()).toBe(204);
  await page.waitForURL((url) => url.hash === '#passkeys');

  await removePasskey(owner, 'The shiny one');
  await page.locator('#passkeys-title:focus').waitFor();
  await page.reload();
  await visitor.waitForHydration();
  for (const noted of ['Added the passkey', 'Renamed', 'Removed']) {
    await page.locator('#log').getByText(noted).first().waitFor();
  }
});

test('a passkey signs in by the browser’s autofill list without a press of a button, and by the button of the panel without that list', async () => {
  const owner = await visitAs('creator');
  const { visitor, device } = owner;
  const { page } = visitor;
  await visitor.open('/account');
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
  await visitor.open('/account');
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
