import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { spentLink } from './problems.ts';

/** Mails that one press in a mail program ends, without a sign-in (RFC 8058). */
export interface UnsubscribeKind {
  /** Without spaces, unique. */
  readonly name: string;
  /** The page with the button. @throws Problem 404 */
  pathToPage(current: Current, token: string): string;
  /** Turning off twice is turning off. @throws Problem 404 */
  unsubscribe(current: Current, token: string): Promise<unknown>;
}

const PURPOSE = 'mails off';

/** The same for the same mails, so that a mail that is sent again has the same bytes. @param about what its kind reads again */
export function unsubscribeToken({ secret }: Pick<Current, 'secret'>, kind: string, about: string): string {
  return sign(`${kind} ${about}`, PURPOSE, secret);
}

/** What the token is about. @throws Problem 404 for one of another kind, or none of ours */
export function readUnsubscribeToken({ secret }: Pick<Current, 'secret'>, kind: string, token: string): string {
  const value = readSigned(token, PURPOSE, secret);
  if (!value?.startsWith(`${kind} `)) throw new Problem(spentLink);
  return value.slice(kind.length + 1);
}

/** The address takes a POST of a mail program, without cookie and origin; who opens it is led to the page of the kind. */
export function unsubscribeHeaders({ config }: Pick<Current, 'config'>, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${config.mainUrl}/api/mails/off?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** @throws Problem 404 */
export function readUnsubscribeKind(
  { secret }: Pick<Current, 'secret'>,
  kinds: readonly UnsubscribeKind[],
  token: string,
): UnsubscribeKind {
  const [name] = readSigned(token, PURPOSE, secret)?.split(' ') ?? [];
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Problem(spentLink);
  return kind;
}
