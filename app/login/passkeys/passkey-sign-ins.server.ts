import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { PublicKeyCredentialRequestOptionsJSON, VerifiedAuthenticationResponse } from '@simplewebauthn/server';

import type { PasskeyKey } from '#app/accounts/passkeys/passkey.ts';
import { findPasskeyKey, listCredentials, notePasskeyUse } from '#app/accounts/passkeys/passkeys.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits/limits.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import { isSameText } from '#lib/signed.server.ts';

import { ownPath } from '../return-route.ts';
import type { SignInResult } from '../sessions/sign-in-result.ts';
import { startSession } from '../sessions/start-session.server.ts';
import type { PasskeyAssertion } from './calls.ts';
import {
  CEREMONY_MINUTES,
  beginCeremony,
  endCeremony,
  userHandleOf,
  findKnownBrowser,
  relyingPartyOf,
  signedInOwner,
  identifyBrowser,
} from './ceremonies.server.ts';
import type { RelyingParty } from './ceremonies.server.ts';
import { ceremonyOver, passkeyRefused } from './problems.ts';

/** Sign-ins that may be begun from one place in a minute; pages begin one for the browser's own list of passkeys. */
const PER_PLACE = { name: 'passkey place', points: 60, seconds: 60, credit: 0 };

interface CeremonyStart {
  options: PublicKeyCredentialRequestOptionsJSON;
  /** The values of `Set-Cookie`. */
  cookies: string[];
}

/** What a browser takes to sign somebody in, without knowing whom. @throws Problem 429 */
export async function beginPasskeySignIn(current: Current): Promise<CeremonyStart> {
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  const { browser, cookie } = identifyBrowser(current);
  const challenge = await beginCeremony(current, 'passkeySignIn', { browser });
  return { options: await optionsOf(current, challenge), cookies: [cookie] };
}

/**
 * Signs in whoever holds the passkey that has signed.
 * @throws Problem 403 when the ceremony is over, when nobody has such a passkey or its signature is wrong, which sound
 * alike, and when the account is banned
 */
export async function signInByPasskey(
  current: Current,
  signed: PasskeyAssertion,
  returnTo: string,
): Promise<SignInResult> {
  const party = relyingPartyOf(current.config);
  const who = findKnownBrowser(current);
  if (who === undefined) throw new Problem(ceremonyOver);
  const challenge = await endCeremony(current, 'passkeySignIn', who, signed.response.clientDataJSON);
  const userId = await findPasskeyHolder(current, signed, challenge, party);
  if (userId === undefined) throw new Problem(passkeyRefused);
  return { to: ownPath(returnTo), cookies: await startSession(current, userId, 'passkey') };
}

/** What a browser takes to show that it is still the asker. @throws Problem 401 who has not signed in */
export async function beginPasskeyProof(current: Current): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await beginCeremony(current, 'passkeyProof', signedInOwner(current));
  return optionsOf(current, challenge, await listCredentials(current));
}

/**
 * Makes the asker's sign-in a fresh one by a passkey of theirs.
 * @throws Problem 401 who has not signed in, 403 when the ceremony is over or the passkey is not theirs or not right
 */
export async function proveByPasskey(current: Current, signed: PasskeyAssertion): Promise<void> {
  const party = relyingPartyOf(current.config);
  const who = signedInOwner(current);
  const challenge = await endCeremony(current, 'passkeyProof', who, signed.response.clientDataJSON);
  const userId = await findPasskeyHolder(current, signed, challenge, party, who.userId);
  const { loginId } = current.actor;
  if (userId === undefined || loginId === undefined) throw new Problem(passkeyRefused);
  await current.sessions.prove(loginId, current.now());
}

function optionsOf(current: Current, challenge: string, allowCredentials?: { id: string; transports: string[] }[]) {
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(current.config).id,
    challenge,
    ...(allowCredentials && { allowCredentials }),
    timeout: CEREMONY_MINUTES * 60_000,
    userVerification: 'required',
  });
}

/** Who holds the passkey that has signed the challenge; undefined for whatever is wrong. @param onlyOf whose it must be */
async function findPasskeyHolder(
  current: Current,
  signed: PasskeyAssertion,
  challenge: string,
  party: RelyingParty,
  onlyOf?: string,
): Promise<string | undefined> {
  const key = await findPasskeyKey(current, signed.id);
  if (key === undefined || (onlyOf !== undefined && key.userId !== onlyOf)) return undefined;
  // Where the account was not known before, the passkey has to name it (WebAuthn 7.2, step 6).
  const handle = signed.response.userHandle ?? (onlyOf === undefined ? '' : undefined);
  if (handle !== undefined && !isSameText(handle, userHandleOf(key.userId).toString('base64url'))) return undefined;
  const verified = await verifyAssertion(signed, key, challenge, party);
  if (!verified?.verified) return undefined;
  const { newCounter: counter, credentialBackedUp: isSynced } = verified.authenticationInfo;
  return (await notePasskeyUse(current, signed.id, { counter, isSynced })) ? key.userId : undefined;
}

async function verifyAssertion(
  signed: PasskeyAssertion,
  { publicKey }: PasskeyKey,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<VerifiedAuthenticationResponse | undefined> {
  // The library says whatever is wrong by throwing.
  try {
    return await verifyAuthenticationResponse({
      response: { ...signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      // Whether the counter has gone on is decided where it is kept, in one statement.
      credential: { id: signed.id, publicKey, counter: 0 },
      requireUserVerification: true,
    });
  } catch {
    return undefined;
  }
}
