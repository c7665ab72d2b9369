import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { PublicKeyCredentialRequestOptionsJSON, VerifiedAuthenticationResponse } from '@simplewebauthn/server';

import { findLandingPath } from '#app/accounts/accounts.server.ts';
import { findMergedIds } from '#app/accounts/merged-ids.server.ts';
import type { PasskeyKey } from '#app/accounts/passkeys/passkey.ts';
import { findPasskeyKey, listCredentials, notePasskeyUse } from '#app/accounts/passkeys/passkeys.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { ownPath } from '#app/current/return-route.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import { isSameText } from '#lib/signed.server.ts';

import type { SignInResult } from '../sessions/sign-in-result.ts';
import { startSession } from '../sessions/start-session.server.ts';
import type { PasskeyAssertion } from './calls.ts';
import {
  CEREMONY_MINUTES,
  beginCeremony,
  endCeremony,
  computeUserHandle,
  findKnownBrowser,
  getRelyingParty,
  signedInOwner,
  identifyBrowser,
} from './ceremonies.server.ts';
import type { RelyingParty } from './ceremonies.server.ts';
import { ceremonyOver, passkeyRefused } from './problems.ts';

/** From one address in a minute; pages begin one for the browser's autofill list. */
const PER_PLACE = { name: 'passkey place', points: 60, seconds: 60, credit: 0 };

interface CeremonyStart {
  options: PublicKeyCredentialRequestOptionsJSON;
  cookies: string[];
}

/** For any passkey of the site. @throws Problem 429 */
export async function beginPasskeySignIn(current: Current): Promise<CeremonyStart> {
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  const { browser, cookie } = identifyBrowser(current);
  const challenge = await beginCeremony(current, 'passkeySignIn', { browser });
  return { options: await createOptions(current, challenge), cookies: [cookie] };
}

/** @throws Problem 403 when the ceremony has expired, the account is banned, or the passkey is not valid */
export async function signInByPasskey(
  current: Current,
  assertion: PasskeyAssertion,
  returnTo: string,
): Promise<SignInResult> {
  const party = getRelyingParty(current.config);
  const owner = findKnownBrowser(current);
  if (owner === undefined) throw new Problem(ceremonyOver);
  const challenge = await endCeremony(current, 'passkeySignIn', owner, assertion.response.clientDataJSON);
  const userId = await findPasskeyHolder(current, assertion, challenge, party);
  if (userId === undefined) throw new Problem(passkeyRefused);
  const to = await findLandingPath(current, userId, ownPath(returnTo));
  return { to, cookies: await startSession(current, userId, 'passkey') };
}

export async function beginPasskeyProof(current: Current): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await beginCeremony(current, 'passkeyProof', signedInOwner(current));
  return createOptions(current, challenge, await listCredentials(current));
}

/** @throws Problem 401, 403 when the ceremony has expired, or the passkey is not theirs or its signature wrong */
export async function proveByPasskey(current: Current, assertion: PasskeyAssertion): Promise<void> {
  const party = getRelyingParty(current.config);
  const owner = signedInOwner(current);
  const challenge = await endCeremony(current, 'passkeyProof', owner, assertion.response.clientDataJSON);
  const userId = await findPasskeyHolder(current, assertion, challenge, party, owner.userId);
  const { loginId } = current.actor;
  if (userId === undefined || loginId === undefined) throw new Problem(passkeyRefused);
  await current.sessions.prove(loginId, current.now(), true);
}

function createOptions(current: Current, challenge: string, allowCredentials?: { id: string; transports: string[] }[]) {
  return generateAuthenticationOptions({
    rpID: getRelyingParty(current.config).id,
    challenge,
    ...(allowCredentials && { allowCredentials }),
    timeout: CEREMONY_MINUTES * 60_000,
    userVerification: 'required',
  });
}

/** Undefined if anything is wrong. @param ownerId the only owner */
async function findPasskeyHolder(
  current: Current,
  assertion: PasskeyAssertion,
  challenge: string,
  party: RelyingParty,
  ownerId?: string,
): Promise<string | undefined> {
  const key = await findPasskeyKey(current, assertion.id);
  if (key === undefined || (ownerId !== undefined && key.userId !== ownerId)) return undefined;
  // Without a known account the passkey has to name it (WebAuthn 7.2, step 6).
  const handle = assertion.response.userHandle ?? (ownerId === undefined ? '' : undefined);
  if (handle !== undefined && !(await isHandleOf(current, handle, key.userId))) return undefined;
  const verified = await verifyAssertion(assertion, key, challenge, party);
  if (!verified?.verified) return undefined;
  const { newCounter: counter, credentialBackedUp: isSynced } = verified.authenticationInfo;
  return (await notePasskeyUse(current, assertion.id, { counter, isSynced })) ? key.userId : undefined;
}

/** A passkey goes on to name the account for which it was made, if that was merged into its owner's. */
async function isHandleOf(current: Current, handle: string, userId: string): Promise<boolean> {
  const ids = [userId, ...(await findMergedIds(current, userId))];
  return ids.some((id) => isSameText(handle, computeUserHandle(id).toString('base64url')));
}

async function verifyAssertion(
  assertion: PasskeyAssertion,
  { publicKey }: PasskeyKey,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<VerifiedAuthenticationResponse | undefined> {
  // The library throws for everything that is wrong.
  try {
    return await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      // `notePasskeyUse` checks the counter, in one statement.
      credential: { id: assertion.id, publicKey, counter: 0 },
      requireUserVerification: true,
    });
  } catch {
    return undefined;
  }
}
