import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { sendNoticeLater } from '../notices.server.ts';
import { requirePasskeyByRule } from '../recovery/passkey-rule.server.ts';
import type { SecurityEventKind } from '../security-log/security-event.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { requireRemainingSignInMethod, lockAccount } from '../sign-in-methods.server.ts';
import { MAX_PASSKEYS, passkeyName } from './passkey.ts';
import type { NewPasskey, Passkey, PasskeyKey } from './passkey.ts';
import { invalidPasskeyName, knownPasskey, noPasskey, tooManyPasskeys } from './problems.ts';

export async function listPasskeys(current: Current): Promise<Passkey[]> {
  const rows = await current.db.query<PasskeyRow>(sql`select ${COLUMNS} from passkeys
    where user_id = ${requireUser(current)} order by created_at, credential_id`);
  return rows.map(toPasskey);
}

/** For the user's browser to find its passkeys. @throws Problem 401 */
export async function listCredentials(current: Current): Promise<{ id: string; transports: string[] }[]> {
  return current.db.query<ListedCredentialRow>(sql`select credential_id as id, transports from passkeys
    where user_id = ${requireUser(current)} order by created_at, credential_id`);
}

type ListedCredentialRow = Pick<Row<'passkeys'>, 'transports'> & { id: Row<'passkeys'>['credential_id'] };

/** @throws Problem 401, 403 without a fresh sign-in, 409 for one that an account has already, 409 beyond twenty */
export async function addPasskey(current: Current, passkey: NewPasskey): Promise<Passkey> {
  const userId = requireUser(current);
  requireProof(current);
  const { passkeyId, publicKey, counter, transports, name, isSynced } = passkey;
  return inTransaction(current, async (current) => {
    await lockAccount(current, userId);
    await requirePasskeyByRule(current, userId);
    if ((await listCredentials(current)).length >= MAX_PASSKEYS) throw new Problem(tooManyPasskeys);
    const [row] = await current.db.query<PasskeyRow>(sql`insert into passkeys
        (credential_id, user_id, public_key, counter, transports, name, is_synced, created_at)
      values (${passkeyId}, ${userId}, ${publicKey}, ${counter}, ${transports}, ${name}, ${isSynced}, ${current.now()})
      on conflict do nothing returning ${COLUMNS}`);
    if (row === undefined) throw new Problem(knownPasskey);
    await notifyPasskeyOwner(current, userId, 'passkeyAdded', name);
    return toPasskey(row);
  });
}

/** @throws Problem 401, 400 for an invalid name, 404 for a passkey that is not theirs */
export async function renamePasskey(current: Current, passkeyId: string, nameInput: string): Promise<void> {
  const userId = requireUser(current);
  const name = passkeyName(nameInput);
  if (name === undefined) throw problemAt('name', invalidPasskeyName);
  await inTransaction(current, async (current) => {
    const [row] = await current.db.query(sql`update passkeys set name = ${name}
      where user_id = ${userId} and credential_id = ${passkeyId} returning name`);
    if (row === undefined) throw new Problem(noPasskey);
    await noteSecurityEvent(current, userId, 'passkeyRenamed', { name });
  });
}

/** @throws Problem 401, 403 without a fresh sign-in, 404 when it is not theirs, 409 for the last sign-in method */
export async function removePasskey(current: Current, passkeyId: string): Promise<void> {
  const userId = requireUser(current);
  requireProof(current);
  await requireRemainingSignInMethod(current, userId, async (current) => {
    await requirePasskeyByRule(current, userId);
    const [row] = await current.db.query<Pick<Row<'passkeys'>, 'name'>>(sql`delete from passkeys
      where user_id = ${userId} and credential_id = ${passkeyId} returning name`);
    if (row === undefined) throw new Problem(noPasskey);
    await notifyPasskeyOwner(current, userId, 'passkeyRemoved', row.name);
  });
}

/** The caller has yet to verify that the user holds it. */
export async function findPasskeyKey(current: Current, passkeyId: string): Promise<PasskeyKey | undefined> {
  const [row] = await current.db.query<Pick<Row<'passkeys'>, 'user_id' | 'public_key'>>(sql`
    select user_id, public_key from passkeys where credential_id = ${passkeyId}`);
  return row && { userId: row.user_id, publicKey: new Uint8Array(row.public_key) };
}

/** A counter that does not increase is logged: the passkey was copied. @returns whether the use was accepted */
export async function notePasskeyUse(
  current: Current,
  passkeyId: string,
  { counter, isSynced }: Pick<NewPasskey, 'counter' | 'isSynced'>,
): Promise<boolean> {
  const [accepted] = await current.db.query(sql`update passkeys
    set counter = ${counter}, is_synced = ${isSynced}, last_used_at = ${current.now()}
    where credential_id = ${passkeyId} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
    returning credential_id`);
  if (accepted !== undefined) return true;
  const [row] = await current.db.query<Pick<Row<'passkeys'>, 'user_id' | 'name'>>(sql`
    select user_id, name from passkeys where credential_id = ${passkeyId}`);
  if (row === undefined) return false;
  current.log.warn({ userId: row.user_id, counter }, 'a passkey has not counted on');
  await inTransaction(current, (current) => notifyPasskeyOwner(current, row.user_id, 'passkeyRefused', row.name));
  return false;
}

async function notifyPasskeyOwner(
  current: Current,
  userId: string,
  kind: SecurityEventKind,
  name: string,
): Promise<void> {
  await noteSecurityEvent(current, userId, kind, { name });
  await sendNoticeLater(current, userId, kind, { name });
}

type PasskeyRow = Pick<Row<'passkeys'>, 'credential_id' | 'name' | 'is_synced' | 'created_at' | 'last_used_at'>;

const COLUMNS = sql`credential_id, name, is_synced, created_at, last_used_at`;

function toPasskey({ credential_id, name, is_synced, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    passkeyId: credential_id,
    name,
    isSynced: is_synced,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  };
}
