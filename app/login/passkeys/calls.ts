import * as z from 'zod/mini';

import { Passkey } from '#app/accounts/passkeys/passkey.ts';
import { knownPasskey, tooManyPasskeys } from '#app/accounts/passkeys/problems.ts';
import { accountBanned } from '#app/accounts/problems.ts';
import { call } from '#app/current/call.ts';
import { badCredentials, proofRequired } from '#app/current/problems.ts';
import { mailNotSent } from '#app/mail/problems.ts';

import { ceremonyOver, noPasskeysHere, passkeyRefused } from './problems.ts';

const bytes = (max: number) =>
  z.string().check(z.regex(/^[\w-]+$/, 'base64url'), z.maxLength(max, `at most ${max} characters`));

/** WebAuthn allows 1023 bytes. */
const CredentialId = bytes(1364);
const ClientData = bytes(8192);

/** `RegistrationResponseJSON` of WebAuthn, level 3. */
export const PasskeyRegistration = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: bytes(32_768),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(8))),
  }),
});
export type PasskeyRegistration = z.output<typeof PasskeyRegistration>;

/** `AuthenticationResponseJSON` of WebAuthn, level 3. */
export const PasskeyAssertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: bytes(8192),
    signature: bytes(2048),
    userHandle: z.optional(bytes(88)),
  }),
});
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

/** `PublicKeyCredential…OptionsJSON` of WebAuthn. */
const CeremonyOptions = z.looseObject({ challenge: z.string() });

const MAX_BYTES = 64 * 1024;
const PATH = '/api/auth/passkeys';
const ceremonyResults = [
  { status: 200, description: 'The options, with a challenge for five minutes.', data: CeremonyOptions },
];

export const beginPasskey = call({
  id: 'login.beginPasskey',
  method: 'POST',
  path: `${PATH}/options`,
  least: 'authenticated',
  summary: 'What a browser takes to make a passkey for the asker, whose sign-in is fresh.',
  success: ceremonyResults,
  problems: [badCredentials, proofRequired, tooManyPasskeys, noPasskeysHere],
});

export const addPasskey = call({
  id: 'login.addPasskey',
  method: 'POST',
  path: PATH,
  least: 'authenticated',
  summary: 'Adds the passkey that the browser has made, named after the device.',
  body: { json: z.object({ credential: PasskeyRegistration }), maxBytes: MAX_BYTES },
  success: [{ status: 201, description: 'The passkey.', data: Passkey }],
  problems: [
    badCredentials,
    proofRequired,
    ceremonyOver,
    passkeyRefused,
    knownPasskey,
    tooManyPasskeys,
    noPasskeysHere,
    mailNotSent,
  ],
});

export const beginPasskeySignIn = call({
  id: 'login.beginPasskeySignIn',
  method: 'POST',
  path: `${PATH}/sign-in/options`,
  least: 'public',
  isInternal: true,
  summary: 'What a browser takes to sign somebody in by a passkey, whoever it is.',
  success: ceremonyResults,
  problems: [noPasskeysHere],
});

export const signInByPasskey = call({
  id: 'login.signInByPasskey',
  method: 'POST',
  path: `${PATH}/sign-in`,
  least: 'public',
  isInternal: true,
  summary: 'Signs in whoever holds the passkey that has signed.',
  body: {
    json: z.object({ credential: PasskeyAssertion, returnTo: z.optional(z.string().check(z.maxLength(512))) }),
    maxBytes: MAX_BYTES,
  },
  success: [{ status: 200, description: 'Signed in; where to go on.', data: z.object({ to: z.string() }) }],
  problems: [ceremonyOver, passkeyRefused, accountBanned, noPasskeysHere, mailNotSent],
});

export const beginPasskeyProof = call({
  id: 'login.beginPasskeyProof',
  method: 'POST',
  path: `${PATH}/prove/options`,
  least: 'authenticated',
  summary: 'What a browser takes to show by a passkey that the asker is still the same.',
  success: ceremonyResults,
  problems: [badCredentials, noPasskeysHere],
});

export const proveByPasskey = call({
  id: 'login.proveByPasskey',
  method: 'POST',
  path: `${PATH}/prove`,
  least: 'authenticated',
  summary: 'Makes the sign-in of the asker a fresh one, by a passkey of theirs.',
  body: { json: z.object({ credential: PasskeyAssertion }), maxBytes: MAX_BYTES },
  success: [{ status: 204, description: 'The sign-in is fresh.' }],
  problems: [badCredentials, ceremonyOver, passkeyRefused, noPasskeysHere, mailNotSent],
});
