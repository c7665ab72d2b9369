import { WebAuthnAbortService, WebAuthnError, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

import type { Passkey } from '#app/accounts/passkeys/passkey.ts';
import type { TextKey } from '#app/current/locale.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';
import type { CallResult, CallClient } from '#lib/calls/call-client.ts';

import * as calls from './calls.ts';
import { PASSKEY_FAILURES } from './passkey-failure.ts';
import type { PasskeyFailure } from './passkey-failure.ts';

type AskCall = CallClient['ask'];

const LOGIN = { isLogin: true };

/** @throws what `toPasskeyFailure` reads */
export async function addPasskey(ask: AskCall): Promise<Passkey> {
  const { data: optionsJSON }: CallResult<PublicKeyCredentialCreationOptionsJSON> = await ask(calls.beginPasskey, {});
  const credential = await startRegistration({ optionsJSON });
  const { data }: CallResult<Passkey> = await ask(calls.addPasskey, { body: { credential } });
  return data;
}

export interface AutofillRequest {
  /** Whether the browser got another request since. */
  isOver: () => boolean;
}

/** A new request aborts the one before. @returns the path to go to @throws what `toPasskeyFailure` reads */
export async function signInByPasskey(ask: AskCall, returnTo: string, autofill?: AutofillRequest): Promise<string> {
  const { data: optionsJSON }: CallResult<PublicKeyCredentialRequestOptionsJSON> = await ask(
    calls.beginPasskeySignIn,
    LOGIN,
  );
  if (autofill?.isOver()) throw new DOMException('Something else was asked meanwhile.', 'AbortError');
  const credential = await startAuthentication({
    optionsJSON,
    useBrowserAutofill: autofill !== undefined,
    verifyBrowserAutofillInput: false,
  });
  const { data }: CallResult<{ to: string }> = await ask(calls.signInByPasskey, {
    body: { credential, returnTo },
    ...LOGIN,
  });
  return data.to;
}

export async function proveByPasskey(ask: AskCall): Promise<void> {
  const { data: optionsJSON }: CallResult<PublicKeyCredentialRequestOptionsJSON> = await ask(
    calls.beginPasskeyProof,
    {},
  );
  const credential = await startAuthentication({ optionsJSON });
  await ask(calls.proveByPasskey, { body: { credential } });
}

export function cancelPasskeyRequest(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** The page to which a refusal leads, such as that of a ban. */
export function findRefusalPage(error: unknown): string | undefined {
  return error instanceof CallError ? error.page : undefined;
}

/** Undefined when another request has aborted it. @throws the error itself when it is a bug */
export function toPasskeyFailure(error: unknown): PasskeyFailure | undefined {
  if (error instanceof CallError) return BY_CODE[error.code] ?? 'unable';
  if (!(error instanceof Error)) throw error;
  if (error.name === 'AbortError') return undefined;
  if (error instanceof WebAuthnError) return BY_CODE[error.code] ?? BY_NAME[error.name] ?? 'unable';
  const failure = BY_NAME[error.name];
  if (failure === undefined) throw error;
  return failure;
}

export function failureTextFor(failure: PasskeyFailure): TextKey {
  return PASSKEY_FAILURES[failure];
}

const BY_CODE: Readonly<Record<string, PasskeyFailure>> = {
  'ask.networkError': 'network',
  'ask.rateLimitExceeded': 'blocked',
  'current.proofRequired': 'stale',
  'current.badCredentials': 'stale',
  'login.ceremonyOver': 'over',
  'login.passkeyRefused': 'refused',
  'login.noPasskeysHere': 'address',
  'accounts.knownPasskey': 'known',
  'accounts.tooManyPasskeys': 'tooMany',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'known',
  ERROR_INVALID_DOMAIN: 'address',
  ERROR_INVALID_RP_ID: 'address',
};

const BY_NAME: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'canceled',
  InvalidStateError: 'known',
  SecurityError: 'address',
  ConstraintError: 'unable',
  NotSupportedError: 'unable',
  NotReadableError: 'unable',
  UnknownError: 'unable',
};
