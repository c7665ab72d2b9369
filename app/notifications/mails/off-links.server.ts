import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSealed, seal } from '#lib/sealed.server.ts';

import { spentLink } from '../problems.ts';

/** What a link in a mail turns off without a sign-in: the mails of a kind of events, or a digest. */
export interface OffLink {
  readonly userId: string;
  /** The id of a kind, or `daily` or `weekly`. */
  readonly scope: string;
}

const PURPOSE = 'notifications off';

export function offToken({ secret }: Pick<Current, 'secret'>, { userId, scope }: OffLink): string {
  return seal(`${userId} ${scope}`, PURPOSE, secret);
}

export function readOffToken({ secret }: Pick<Current, 'secret'>, token: string): OffLink | undefined {
  const [userId, scope] = readSealed(token, PURPOSE, secret)?.split(' ') ?? [];
  return userId === undefined || scope === undefined ? undefined : { userId, scope };
}

/** RFC 8058: mail programs POST there; people who open it find a page with a button. */
export function offHeaders({ config }: Pick<Current, 'config'>, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${config.publicUrl}/api/notifications/off?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

export function offPath({ scope }: OffLink, token: string): string {
  return `/alerts/${encodeURIComponent(scope)}?off=${token}`;
}

/** @throws Problem 404 for a token that is none of ours */
export function getOffPath(current: Pick<Current, 'secret'>, token: string): string {
  const link = readOffToken(current, token);
  if (link === undefined) throw new Problem(spentLink);
  return offPath(link, token);
}
