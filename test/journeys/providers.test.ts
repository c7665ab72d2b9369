import { expect, test } from 'vitest';

import { useProvider } from '../providers/oidc-provider.ts';
import { inspect } from './inspect.ts';
import { BASE_URL, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

// The site that the walks are on is told of it when it starts (bin/steps.js).
const issuer = process.env.OIDC_WALKS_ISSUER ?? '';
const provider = useProvider([`${BASE_URL}/login/with/walks/callback`], {
  port: Number(URL.canParse(issuer) ? new URL(issuer).port : 0),
  client: { id: 'walks' },
});

/** Presses what has the keyboard when this name has it. */
async function press({ page }: BrowserVisitor, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
  await button.focus();
  await page.keyboard.press('Enter');
}

test('a stranger joins by a provider, by the keyboard, after a denial there, and takes the connection away and back', async () => {
  expect(issuer, 'OIDC_WALKS_ISSUER of the site').toMatch(/^http:/);
  const visitor = await visit();
  const { page } = visitor;
  const sub = `walker-${Date.now().toString(36)}`;
  provider.person = { sub, email: `${sub}@walks.example`, email_verified: true, preferred_username: 'Walker' };
  const { person } = provider;
  provider.person = undefined;
  visitor.expectRefusal(/\/callback/);
  await visitor.open('/about');
  await press(visitor, 'Sign in');
  await visitor.follow(() => press(visitor, 'Sign in with Walks'), /\/callback$/);
  await page.getByText('You stopped at Walks, so nothing happened here.').waitFor();
  await inspect(page, { part: 'main' });
  await visitor.follow(() => page.getByRole('link', { name: 'Sign in another way' }).press('Enter'), '/login');
  provider.person = person;
  await visitor.follow(() => press(visitor, 'Sign in with Walks'), '/login/confirmation-required');
  await page.locator('[name=agreed]').focus();
  await page.keyboard.press('Space');
  await visitor.follow(() => page.keyboard.press('Enter'), '/welcome');
  await visitor.follow(() => page.getByRole('button', { name: 'Skip all this' }).press('Enter'), '/about');
  await page.getByText('Signed in as').waitFor();

  // What changes who gets in wants more than a session at the provider.
  await visitor.open('/login?prove&returnTo=%2Faccount%3Ffrom%3Dwalks');
  await inspect(page, { part: 'main' });
  await visitor.follow(() => press(visitor, 'Sign in with Walks'), '/account');
  const connections = page.locator('#connections');
  await connections.getByText('As Walker').waitFor();
  await inspect(page, { part: 'main' });
  await press(visitor, 'Let others see it');
  await connections.getByText('Everyone can see it').waitFor();
  await connections.locator('summary').filter({ hasText: 'Disconnect Walks' }).press('Enter');
  await press(visitor, 'Disconnect');
  await connections.getByText('Disconnected.').waitFor();
  await visitor.follow(() => press(visitor, 'Connect Walks'), '/account');
  await connections.getByText('As Walker').waitFor();
  await page.waitForURL((url) => url.hash === '#connections');
});
