import { createHash, createPublicKey, verify } from 'node:crypto';

/** What a mail says of its signature, once that is proved. */
interface ProvedSignature {
  readonly domain: string;
  /** Headers that it covers, in small letters. */
  readonly headers: readonly string[];
}

/**
 * Proves the signature of a mail (RFC 6376: rsa-sha256, relaxed/relaxed) as any mailbox does.
 * @param resolveTxt what DNS says of a name  @throws Error for a signature that does not hold
 */
export async function proveDkim(
  source: string,
  resolveTxt: (name: string) => Promise<string>,
): Promise<ProvedSignature> {
  const end = source.indexOf('\r\n\r\n');
  const fields = source.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^DKIM-Signature:/i.test(field)) ?? '';
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1));
  if (tags['a'] !== 'rsa-sha256' || tags['c'] !== 'relaxed/relaxed')
    throw new Error(`an unknown signature: ${signature}`);
  const body = createHash('sha256')
    .update(relaxedBody(source.slice(end + 4)))
    .digest('base64');
  if (body !== tags['bh']) throw new Error('the body is another one');
  const headers = (tags['h'] ?? '').toLowerCase().split(':');
  const signed = headers.flatMap((name) => {
    const field = fields.findLast((one) => one.toLowerCase().startsWith(`${name}:`));
    return field === undefined ? [] : [`${relaxedField(field)}\r\n`];
  });
  const own = relaxedField(signature).replace(/([;:]\s*b=)[^;]*/, '$1');
  const { p = '' } = tagsOf(await resolveTxt(`${tags['s']}._domainkey.${tags['d']}`));
  const key = createPublicKey({ key: Buffer.from(p, 'base64'), format: 'der', type: 'spki' });
  const holds = verify('sha256', Buffer.from(signed.join('') + own), key, Buffer.from(tags['b'] ?? '', 'base64'));
  if (!holds) throw new Error('the headers are others');
  return { domain: tags['d'] ?? '', headers };
}

function tagsOf(list: string): Record<string, string> {
  const tags = list.split(';').map((tag) => {
    const [name = '', ...value] = tag.split('=');
    return [name.trim(), value.join('=').replaceAll(/\s+/g, '')] as const;
  });
  return Object.fromEntries(tags);
}

/** 3.4.2 */
function relaxedField(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ');
  return `${field.slice(0, colon).trim().toLowerCase()}:${value.trim()}`;
}

/** 3.4.4 */
function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').trimEnd());
  return `${lines.join('\r\n').replace(/(?:\r\n)+$/, '')}\r\n`;
}
