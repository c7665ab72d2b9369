import type { Locator } from 'playwright-core';

import type { JourneyCastName } from './sign-in.ts';
import { plugIn } from './virtual-authenticator.ts';
import type { VirtualAuthenticator } from './virtual-authenticator.ts';
import { visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

export interface PasskeyOwner {
  visitor: BrowserVisitor;
  device: VirtualAuthenticator;
}

/** Somebody who has just signed in, with a device of their own. */
export async function visitAs(name: JourneyCastName): Promise<PasskeyOwner> {
  const visitor = await visit({ as: name, isFresh: true });
  return { visitor, device: await plugIn(visitor.page) };
}

/** Adds a passkey by the keyboard, and gives it a name of its own. */
export async function addPasskey({ visitor: { page } }: PasskeyOwner, name: string): Promise<void> {
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
export async function unfold(row: Locator, what: 'Rename' | 'Remove'): Promise<void> {
  await row.locator('summary').filter({ hasText: what }).press('Enter');
}

export async function removePasskey({ visitor: { page } }: PasskeyOwner, name: string): Promise<void> {
  const section = page.locator('#passkeys');
  const row = section.locator('li').filter({ hasText: name });
  await unfold(row, 'Remove');
  await row.getByRole('button', { name: 'Remove this passkey' }).press('Enter');
  await section.getByText('Passkey removed.').waitFor();
  await section.getByRole('heading', { name }).waitFor({ state: 'detached' });
}
