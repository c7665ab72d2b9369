import { expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { useTestSite } from '#test/site.ts';

import { setAccount } from './accounts.server.ts';
import { linkIdentity } from './identities/identities.server.ts';
import { requireRemainingSignInMethod } from './sign-in-methods.server.ts';

const site = useTestSite({ STEAM_SIGN_IN: 'on' });

/** A removal that leaves an account only an identity at a provider. */
async function removeAllBut(platform: string): Promise<string> {
  const current = systemCurrent(site.parts);
  await setAccount(current, platform, 'authenticated');
  const identity = { issuer: `https://${platform}.example`, subject: 'pickle', platform, service: platform };
  await linkIdentity(current, platform, identity);
  return requireRemainingSignInMethod(current, platform, () => Promise.resolve('removed'));
}

test('an identity at a provider that the site offers counts as a sign-in method', async () => {
  expect(await removeAllBut('steam')).toBe('removed');
});

test('an identity at a provider that is not offered any more does not count as a sign-in method', async () => {
  const refusal = { status: 409, message: 'That’s the last way into your account. Add another one first.' };
  await expect(removeAllBut('bygone')).rejects.toMatchObject(refusal);
});
