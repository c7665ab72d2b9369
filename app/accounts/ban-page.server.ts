import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { BAN_COLUMNS, toBan } from './ban.server.ts';
import type { BanColumns } from './ban.server.ts';

const PURPOSE = 'ban page';
const HOURS = 24;

/** The address of the page that tells somebody, who has proved who they are, of their ban; it works for a day. */
export function banPagePath({ secret, now }: Pick<Current, 'secret' | 'now'>, userId: string): string {
  const until = now().getTime() + HOURS * 3_600_000;
  return `/login/banned?of=${sign(`${userId} ${until}`, PURPOSE, secret)}`;
}

interface BanNotice {
  readonly userId: string;
  readonly reason: string | null;
  /** Null until it is lifted. */
  readonly until: string | null;
}

/** The ban as it is now. @param of from `banPagePath` @returns undefined when it is over, or `of` too old or made up */
export async function findBanNotice(current: Current, of: string): Promise<BanNotice | undefined> {
  const [userId = '', until = ''] = readSigned(of, PURPOSE, current.secret)?.split(' ') ?? [];
  if (!(Number(until) > current.now().getTime())) return undefined;
  const [row] = await current.db.query<BanColumns>(sql`select ${BAN_COLUMNS} from accounts where user_id = ${userId}`);
  const ban = row && toBan(row, current.now());
  return ban?.isOn ? { userId, reason: ban.reason, until: ban.until } : undefined;
}
