import type { Current } from '#app/current/current.server.ts';
import { refuse, requireUser } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { refuseAccess } from '../crates/access.server.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, allowsNothing } from '../crates/policy.ts';
import type { Policy } from '../crates/policy.ts';
import { WARNING_SHARE } from './usage.ts';
import type { Holding, CrateUsage } from './usage.ts';

const NOBODY = '';
const NOTHING = { bytes: '0', items: '0', versions: '0' };

/** @throws Problem 404 for a crate where the caller may not list, read or create, 401, 403 for someone else's usage */
export async function findUsage(current: Current, crateId: string, wantedId: string | undefined): Promise<CrateUsage> {
  const crate = await getCrate(current, crateId);
  const { actor } = current;
  const rights = (['list', 'read', 'create'] as const).map((action) => accessTo(crate.policy, action, actor, true));
  if (rights.every(allowsNothing)) refuseAccess(current, crate);
  const own = requireUser(current);
  const userId = wantedId === undefined || wantedId === '@me' ? own : wantedId;
  const seesAll = isAdmin(actor.role);
  if (userId !== own && !seesAll) refuse(current);
  const rows = await current.db.query<UsageRow>(sql`
    select user_id, bytes, items, versions from usage
    where crate_id = ${crateId} and user_id = any(${[userId, NOBODY]}::text[])`);
  const held = (id: string, quota: Quota | undefined) =>
    quota === undefined ? null : toHolding(rows.find((row) => row.user_id === id) ?? NOTHING, quota);
  const { user, crate: whole } = crate.policy.quotas ?? {};
  return { userId, user: held(userId, user), ...(seesAll && { crate: held(NOBODY, whole) }) };
}

type Quota = NonNullable<NonNullable<Policy['quotas']>['user']>;
type QuotaKind = 'bytes' | 'items' | 'versions';

type UsageRow = Pick<Row<'usage'>, QuotaKind | 'user_id'>;

function toHolding(row: Record<QuotaKind, string>, quotas: Quota): Holding {
  const toUsage = (kind: QuotaKind) => {
    const [used, quota = null] = [Number(row[kind]), quotas[kind]];
    return { used, quota, left: quota === null ? null : Math.max(0, quota - used) };
  };
  const kinds = { bytes: toUsage('bytes'), items: toUsage('items'), versions: toUsage('versions') };
  const warn = Object.values(kinds).some(({ used, quota }) => quota !== null && used >= quota * WARNING_SHARE);
  return { ...kinds, warn };
}
