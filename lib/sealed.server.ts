import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Each sealed value has a key of its own, from its salt, so that the nonce need not differ. */
const NONCE = Buffer.alloc(12);

/** AES-256-GCM, URL-safe; two seals of one value differ. `purpose` keeps uses apart. */
export function seal(value: string, purpose: string, secret: string): string {
  const salt = randomBytes(SALT_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(salt, purpose, secret), NONCE);
  return Buffer.concat([salt, cipher.update(value), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** undefined when it was not sealed for this purpose. */
export function readSealed(sealed: string, purpose: string, secret: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < SALT_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(bytes.subarray(0, SALT_BYTES), purpose, secret), NONCE);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const value = decipher.update(bytes.subarray(SALT_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([value, decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

function deriveKey(salt: Buffer, purpose: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n`).update(salt).digest();
}
