import type { TextKey } from '#app/current/locale.ts';

export const PASSKEY_FAILURES = {
  canceled: 'login.passkeys.canceled',
  over: 'login.passkeys.over',
  refused: 'login.passkeys.refused',
  known: 'login.passkeys.known',
  tooMany: 'login.passkeys.tooMany',
  address: 'login.passkeys.address',
  stale: 'login.passkeys.stale',
  unable: 'login.passkeys.unable',
  network: 'notice.message.network',
  blocked: 'notice.message.blocked',
} satisfies Record<string, TextKey>;

export type PasskeyFailure = keyof typeof PASSKEY_FAILURES;
