import { isKnownDevice } from '#app/accounts/devices.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { consumePoints, requireWithinLimit } from '#app/current/limits.server.ts';
import { hasProof, requireProof, requireUser } from '#app/current/permission.ts';
import { requireRoomForKey } from '#app/delegation/keys.server.ts';
import { isPermission } from '#app/delegation/permissions.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';
import { groupCode, toCodeKey } from '#lib/token/readable-code.ts';

import { findWorkingClient } from '../clients/clients.server.ts';
import type { DeviceRequest } from '../device.ts';
import { alreadyApproved, alreadyDenied, alreadyUsed, codeExpired, unknownCode } from '../problems.ts';
import { hashOfNetwork, hashOfUserCode } from './code-hashes.server.ts';

const HOUR = 3600;
/** Of one person, and of all of one address: a wrong code costs as much as ten right ones. */
const PER_PERSON = { name: 'device code person', points: 100, seconds: HOUR, credit: 0 };
const PER_ADDRESS = { name: 'device code place', points: 1000, seconds: HOUR, credit: 0 };
const WRONG_COST = 9;

/** Changes nothing. @throws Problem 401, 404, 409 or 410 for a code that is not open, 429 */
export async function findDeviceRequest(current: Current, typed: string): Promise<DeviceRequest> {
  const userId = requireUser(current);
  const code = await findOpenCode(current, typed);
  const client = await findWorkingClient(current, code.app_id);
  if (client === undefined) throw new Problem(codeExpired);
  const isFromHere = code.network_hash.equals(hashOfNetwork(current, code.user_code_hash));
  const isKnown = await isKnownDevice(current, { userId }, code.device_hash);
  const { platform, country, created_at: askedAt, permissions } = code;
  return {
    userCode: groupCode(readLetters(typed)),
    game: client.name,
    platform,
    country,
    isFromHere,
    askedAt,
    permissions: permissions.filter(isPermission),
    needsProof: !isKnown && !hasProof(current),
  };
}

/** The device gets its key when it asks next. One that is new to the account wants a fresh sign-in. @throws Problem 401, 403, 404, 409, 410, 429 */
export async function approveDevice(current: Current, typed: string): Promise<void> {
  const userId = requireUser(current);
  const code = await findOpenCode(current, typed);
  if (!(await isKnownDevice(current, { userId }, code.device_hash))) requireProof(current);
  await requireRoomForKey(current, userId, code.device_hash);
  await decide(current, code, 'approved');
}

/** @throws Problem 401, 404, 409, 410, 429 */
export async function denyDevice(current: Current, typed: string): Promise<void> {
  requireUser(current);
  await decide(current, await findOpenCode(current, typed), 'denied');
}

/** Of any number at once one decides. */
async function decide(current: Current, code: DeviceCodeRow, state: 'approved' | 'denied'): Promise<void> {
  const { userId, loginId = null } = current.actor;
  const [decided] = await current.db.query(sql`
    update device_codes set state = ${state}, user_id = ${userId ?? null}, login_id = ${loginId}
    where user_code_hash = ${code.user_code_hash} and state = 'pending' and expires_at > ${current.now()} returning 1 as found`);
  if (decided === undefined) requireOpen(current, await readCode(current, code.user_code_hash));
}

type DeviceCodeRow = Pick<
  Row<'device_codes'>,
  | 'user_code_hash'
  | 'app_id'
  | 'permissions'
  | 'platform'
  | 'device_hash'
  | 'network_hash'
  | 'country'
  | 'created_at'
  | 'expires_at'
  | 'state'
>;

async function findOpenCode(current: Current, typed: string): Promise<DeviceCodeRow> {
  const place = callerKey(current.address ?? '');
  const person = current.actor.userId ?? '';
  await requireWithinLimit(current, person, PER_PERSON);
  await requireWithinLimit(current, place, PER_ADDRESS);
  const code = toCodeKey(typed) === undefined ? undefined : await readCode(current, hashOfUserCode(current, typed));
  if (code === undefined) {
    await consumePoints(current, person, PER_PERSON, WRONG_COST);
    await consumePoints(current, place, PER_ADDRESS, WRONG_COST);
  }
  return requireOpen(current, code);
}

async function readCode({ db }: Current, hash: Buffer): Promise<DeviceCodeRow | undefined> {
  const [row] = await db.query<DeviceCodeRow>(sql`
    select user_code_hash, app_id, permissions, platform, device_hash, network_hash, country, created_at, expires_at, state
    from device_codes where user_code_hash = ${hash}`);
  return row;
}

function requireOpen({ now }: Current, code: DeviceCodeRow | undefined): DeviceCodeRow {
  if (code === undefined) throw new Problem(unknownCode);
  const decided = DECIDED[code.state];
  if (decided !== undefined) throw new Problem(decided);
  if (code.expires_at <= now()) throw new Problem(codeExpired);
  return code;
}

const DECIDED: Readonly<Record<string, ProblemKind>> = {
  approved: alreadyApproved,
  denied: alreadyDenied,
  used: alreadyUsed,
};

/** As it was shown: digits that were typed for letters that look like them are these. */
function readLetters(typed: string): string {
  return (toCodeKey(typed) ?? '').replaceAll(/[1258]/g, (digit) => LETTERS[digit] ?? digit);
}

const LETTERS: Readonly<Record<string, string>> = { 1: 'L', 2: 'Z', 5: 'S', 8: 'B' };
