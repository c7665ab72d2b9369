import { expect, test } from 'vitest';

import { CallError, networkError, rateLimitExceeded, unexplained } from '#lib/calls/browser/call-error.ts';

import { toPasskeyFailure, failureTextFor } from './passkey-browser.ts';

test.each([
  [networkError, 'notice.message.network'],
  [rateLimitExceeded, 'notice.message.blocked'],
  [unexplained, 'login.passkeys.unable'],
] as const)('a passkey that is not added because of %j is explained by %s', (kind, key) => {
  expect(failureTextFor(toPasskeyFailure(new CallError(kind))!)).toBe(key);
});
