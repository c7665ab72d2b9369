import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import { SignJWT, importPKCS8 } from 'jose';

/** Longer than the client that is made with it is kept. */
const LASTS_MS = 86_400_000;

/** Apple's client secret: a JWT that the site signs with the key it has from Apple, for some hours. */
export async function appleSecret(
  { clientId, signing }: Pick<ProviderSetting, 'clientId' | 'signing'>,
  audience: string,
  now: Date,
): Promise<string> {
  if (signing === undefined) throw new Error('Apple is set up without a key');
  const key = await importPKCS8(signing.privateKey, 'ES256');
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: signing.keyId })
    .setIssuer(signing.teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + LASTS_MS))
    .sign(key);
}
