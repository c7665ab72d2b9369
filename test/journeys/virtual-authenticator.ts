import type { Page } from 'playwright-core';

/** A device for passkeys that Chromium has in place of a real one. */
export interface VirtualAuthenticator {
  /** Whether its owner touches it whenever it is asked; from the start they do. */
  touch(isTouched: boolean): Promise<void>;
  /** Whether its owner shows a finger, a face or a PIN that is right; from the start they do. */
  verify(isRight: boolean): Promise<void>;
  /** How many passkeys it keeps. */
  count(): Promise<number>;
}

/** Gives the browser of a page a built-in device for passkeys, with nothing on it. */
export async function plugIn(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    touch: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    verify: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    count: async () => {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}
