import { CallError, overNetwork } from '#lib/calls/browser/call-error.ts';

/** Loads what it needs only now: most visitors never use a passkey. @returns undefined without a network */
export async function loadPasskeyBrowser() {
  try {
    return await overNetwork(() => import('./passkey-browser.ts'));
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}
