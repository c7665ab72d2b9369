import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** What it reads of a site's options. */
interface CeremonyInput {
  challenge: string;
  user?: { id: string };
}

/** Where the browser says it is, and what its owner has done. */
export interface WireCeremony {
  origin: string;
  rpId?: string;
  /** Its owner has shown a finger, a face or a PIN. */
  isVerified?: boolean;
  /** Instead of `none`: the device vouches for itself, or says something else. */
  attestation?: 'self' | { fmt: string; attStmt: Map<string, Cbor> };
  type?: string;
}

/** A browser with an authenticator, made of nothing but the standard: WebAuthn level 3, ES256, no attestation. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly isSynced: boolean;
  /** How often it has signed; a synced one does not count. */
  counter = 0;
  userHandle = '';
  readonly #key: KeyObject;
  readonly #cose: Buffer;

  constructor({ isSynced = true }: { isSynced?: boolean } = {}) {
    this.isSynced = isSynced;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    // Of COSE (RFC 9052, RFC 9053): kind EC2, algorithm ES256, curve P-256, and the point.
    const members = new Map<number, Cbor>().set(1, 2).set(3, -7).set(-1, 1);
    members.set(-2, Buffer.from(x, 'base64url')).set(-3, Buffer.from(y, 'base64url'));
    this.#cose = encodeCbor(members);
  }

  /** Makes the passkey, as `navigator.credentials.create` would. */
  make({ challenge, user }: CeremonyInput, ceremony: WireCeremony) {
    this.userHandle = user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, this.#cose]);
    const authData = Buffer.concat([this.#authData(ceremony, 0x40), attested]);
    const said = clientData('webauthn.create', challenge, ceremony);
    const { fmt, attStmt } = this.#attestation(ceremony, Buffer.concat([authData, sha256(said)]));
    const attestationObject = encodeCbor(
      new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]),
    );
    return this.#credential({
      clientDataJSON: said.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs, as `navigator.credentials.get` would. */
  sign({ challenge }: CeremonyInput, ceremony: WireCeremony) {
    if (!this.isSynced) this.counter += 1;
    const said = clientData('webauthn.get', challenge, ceremony);
    const authData = this.#authData(ceremony, 0);
    const signed = sign('sha256', Buffer.concat([authData, sha256(said)]), this.#key);
    return this.#credential({
      clientDataJSON: said.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signed.toString('base64url'),
      ...(this.userHandle !== '' && { userHandle: this.userHandle }),
    });
  }

  #attestation({ attestation }: WireCeremony, signed: Buffer): { fmt: string; attStmt: Map<string, Cbor> } {
    if (attestation !== 'self') return attestation ?? { fmt: 'none', attStmt: new Map() };
    const attStmt = new Map<string, Cbor>([['alg', -7]]);
    return { fmt: 'packed', attStmt: attStmt.set('sig', sign('sha256', signed, this.#key)) };
  }

  #credential<Result>(response: Result) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, response };
  }

  #authData({ origin, rpId = new URL(origin).hostname, isVerified = true }: WireCeremony, more: number): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (this.isSynced ? 0x18 : 0) | more;
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.of(flags), uint32(this.counter)]);
  }
}

function clientData(type: string, challenge: string, ceremony: WireCeremony): Buffer {
  const said = { type: ceremony.type ?? type, challenge, origin: ceremony.origin, crossOrigin: false };
  return Buffer.from(JSON.stringify(said));
}

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** As much of RFC 8949 as a passkey needs. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Buffer) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const members = [...value].flatMap(([key, member]) => [encodeCbor(key), encodeCbor(member)]);
    return Buffer.concat([head(5, value.size), ...members]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([head(4, items.length), ...items.map(encodeCbor)]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.of((major << 5) | size);
  if (size < 256) return Buffer.of((major << 5) | 24, size);
  return Buffer.concat([Buffer.of((major << 5) | 25), uint16(size)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
