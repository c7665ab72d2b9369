import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { PublicKeyCredentialCreationOptionsJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { cose, decodeAttestationObject } from '@simplewebauthn/server/helpers';

import { findPrimaryEmail } from '#app/accounts/emails/emails.server.ts';
import { MAX_PASSKEYS } from '#app/accounts/passkeys/passkey.ts';
import type { Passkey } from '#app/accounts/passkeys/passkey.ts';
import { addPasskey, listCredentials } from '#app/accounts/passkeys/passkeys.server.ts';
import { tooManyPasskeys } from '#app/accounts/passkeys/problems.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { requireProof } from '#app/current/permission.ts';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';
import { parseUserAgent } from '#lib/sessions/device.server.ts';

import type { PasskeyRegistration } from './calls.ts';
import {
  CEREMONY_MINUTES,
  beginCeremony,
  endCeremony,
  computeUserHandle,
  getRelyingParty,
  signedInOwner,
} from './ceremonies.server.ts';
import { passkeyRefused } from './problems.ts';

const { ES256, EdDSA, RS256 } = cose.COSEALG;
const ALGORITHMS = [EdDSA, ES256, RS256];

/** A discoverable credential with user verification. @throws Problem 401, 403 without a fresh sign-in, 409 */
export async function beginPasskeyAddition(current: Current): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const owner = signedInOwner(current);
  requireProof(current);
  const { id } = getRelyingParty(current.config);
  const credentials = await listCredentials(current);
  if (credentials.length >= MAX_PASSKEYS) throw new Problem(tooManyPasskeys);
  return generateRegistrationOptions({
    rpName: studio.name,
    rpID: id,
    ...(await findNames(current, owner.userId)),
    userID: new Uint8Array(computeUserHandle(owner.userId)),
    challenge: await beginCeremony(current, 'passkeyAddition', owner),
    timeout: CEREMONY_MINUTES * 60_000,
    attestationType: 'none',
    excludeCredentials: credentials,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** @throws Problem 401, 403 without a fresh sign-in or with an invalid registration, 409 as `addPasskey` */
export async function completePasskeyAddition(current: Current, registration: PasskeyRegistration): Promise<Passkey> {
  const owner = signedInOwner(current);
  requireProof(current);
  const party = getRelyingParty(current.config);
  const challenge = await endCeremony(current, 'passkeyAddition', owner, registration.response.clientDataJSON);
  const verified = await verifyRegistration(registration, challenge, party);
  if (!verified?.verified) throw new Problem(passkeyRefused);
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return addPasskey(current, {
    passkeyId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: registration.response.transports ?? [],
    name: await nameDevice(current),
    isSynced: credentialBackedUp,
  });
}

async function verifyRegistration(
  registration: PasskeyRegistration,
  challenge: string,
  { id, origin }: { id: string; origin: string },
): Promise<VerifiedRegistrationResponse | undefined> {
  // The library throws for everything that is wrong.
  try {
    if (hasAttestation(registration)) return undefined;
    return await verifyRegistrationResponse({
      response: { ...registration, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  } catch {
    return undefined;
  }
}

/** To verify one, the library would fetch addresses that the sender chose. Self-attestation is fine. */
function hasAttestation({ response }: PasskeyRegistration): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  return !(format === 'none' || format === 'packed') || attestation.get('attStmt').get('x5c') !== undefined;
}

async function findNames(current: Current, userId: string): Promise<{ userName: string; userDisplayName: string }> {
  const [alias] = await findAliases(current, 'rumpus', [userId]);
  const name = alias?.alias ?? `@${userId}`;
  return { userName: (await findPrimaryEmail(current, userId)) ?? name, userDisplayName: name };
}

async function nameDevice(current: Current): Promise<string> {
  const text = await getText(current.locale);
  const { browser, system } = parseUserAgent(current.browser.userAgent);
  if (browser && system) return text('login.passkeys.deviceName', { browser, system });
  return browser ?? system ?? text('login.passkeys.someName');
}
