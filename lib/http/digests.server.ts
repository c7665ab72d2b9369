const SHA256_BYTES = 32;
const MEMBER = /^[a-z*][a-z0-9_.*-]*=:([A-Za-z0-9+/]*={0,2}):(\s*;[^,]*)?$/;

/** RFC 9530. */
export function writeDigest(sha256: Buffer): string {
  return `sha-256=:${sha256.toString('base64')}:`;
}

/** The SHA-256 of a `Content-Digest` or `Repr-Digest` header; undefined where it names only others or none. */
export function readDigest(header: string | null): Buffer | 'malformed' | undefined {
  let digest: Buffer | undefined;
  for (const member of header?.split(',') ?? []) {
    const text = member.trim();
    if (text === '') continue;
    const [, base64] = MEMBER.exec(text) ?? [];
    if (base64 === undefined) return 'malformed';
    if (!text.startsWith('sha-256=')) continue;
    // Of several members of one name the last counts (RFC 9651 §3.2).
    digest = Buffer.from(base64, 'base64');
    if (digest.length !== SHA256_BYTES) return 'malformed';
  }
  return digest;
}
