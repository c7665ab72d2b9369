import { studio } from '#content/studio.ts';

const DAY = 86_400_000;
/** The standard wants less than a year; who finds an older one should ask again. */
const VALID_DAYS = 180;

/** Where to report a weakness of the site, as RFC 9116 writes it. */
export function securityText(publicUrl: string, now: Date): string {
  const policy = `${publicUrl}/security`;
  const today = Math.floor(now.getTime() / DAY) * DAY;
  return [
    `Contact: ${studio.securityContact ?? policy}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY).toISOString()}`,
    `Preferred-Languages: en`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${policy}`,
    '',
  ].join('\n');
}
