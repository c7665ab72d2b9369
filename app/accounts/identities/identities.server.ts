import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { findPrimaryEmail } from '../emails/emails.server.ts';
import { sendNoticeLater } from '../notices.server.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import type { Identity, IdentityKey, NewIdentity } from './identity.ts';
import { identityTaken, noIdentity, platformTaken } from './problems.ts';

export async function findByIdentity(
  current: Current,
  { issuer, subject }: IdentityKey,
): Promise<Identity | undefined> {
  const [row] = await current.db.query<IdentityRow>(sql`select ${COLUMNS} from account_identities
    where issuer = ${issuer} and subject = ${subject}`);
  return row && toIdentity(row);
}

/** The oldest first. Permission is up to the caller. */
export async function listIdentities(current: Current, userId: string): Promise<Identity[]> {
  const rows = await current.db.query<IdentityRow>(sql`select ${COLUMNS} from account_identities
    where user_id = ${userId} order by linked_at, platform`);
  return rows.map(toIdentity);
}

/** The caller has proof of the account and of the identity. @throws Problem 409 when either is linked already, 503 */
export async function linkIdentity(current: Current, userId: string, identity: NewIdentity): Promise<void> {
  const { issuer, subject, platform, service, name = null } = identity;
  await inTransaction(current, async (current) => {
    const [now, shortName] = [current.now(), name?.slice(0, MAX_IDENTITY_NAME) ?? null];
    const [linked] = await current.db.query(sql`
      insert into account_identities (issuer, subject, user_id, platform, name, linked_at, last_used_at)
      values (${issuer}, ${subject}, ${userId}, ${platform}, ${shortName}, ${now}, ${now})
      on conflict do nothing returning platform`);
    if (linked !== undefined) return notifyOwner(current, userId, 'connectionAdded', service);
    const owner = await findByIdentity(current, identity);
    if (owner?.userId !== userId)
      throw new Problem(owner === undefined ? platformTaken : identityTaken, { values: { service } });
  });
}

/** The caller checks permission and that a sign-in method is left. @throws Problem 404 when it is not linked, 503 */
export async function unlinkIdentity(
  current: Current,
  userId: string,
  { platform, service }: Pick<NewIdentity, 'platform' | 'service'>,
): Promise<void> {
  const [unlinked] = await current.db.query(sql`delete from account_identities
    where user_id = ${userId} and platform = ${platform} returning platform`);
  if (unlinked === undefined) throw new Problem(noIdentity);
  await notifyOwner(current, userId, 'connectionRemoved', service);
}

/** Permission is up to the caller. @throws Problem 404 without one */
export async function setIdentityPublic(
  current: Current,
  userId: string,
  platform: string,
  isPublic: boolean,
): Promise<void> {
  const [changed] = await current.db.query(sql`update account_identities set is_public = ${isPublic}
    where user_id = ${userId} and platform = ${platform} returning platform`);
  if (changed === undefined) throw new Problem(noIdentity);
}

export async function noteIdentityUse(current: Current, issuer: string, subject: string): Promise<void> {
  await current.db.query(sql`update account_identities set last_used_at = ${current.now()}
    where issuer = ${issuer} and subject = ${subject}`);
}

/** An account created in this request has no address yet, and needs no mail about it. */
async function notifyOwner(
  current: Current,
  userId: string,
  kind: 'connectionAdded' | 'connectionRemoved',
  name: string,
): Promise<void> {
  await noteSecurityEvent(current, userId, kind, { name });
  if ((await findPrimaryEmail(current, userId)) !== undefined) await sendNoticeLater(current, userId, kind, { name });
}

/** Providers allow names of any length. */
const MAX_IDENTITY_NAME = 100;

type IdentityRow = Row<'account_identities'>;

const COLUMNS = sql`issuer, subject, user_id, platform, name, is_public, linked_at, last_used_at`;

function toIdentity(row: IdentityRow): Identity {
  return {
    issuer: row.issuer,
    subject: row.subject,
    platform: row.platform,
    name: row.name ?? undefined,
    userId: row.user_id,
    isPublic: row.is_public,
    linkedAt: row.linked_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
