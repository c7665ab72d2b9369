import { randomBytes } from 'node:crypto';

import { requireActive } from '#app/accounts/accounts.server.ts';
import { isFrozen } from '#app/accounts/freezing.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { tidyKeyName } from '#app/delegation/key.ts';
import { createDeviceKey } from '#app/delegation/keys.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import { qrCodeRows } from '#lib/qr/qr-code.ts';
import { PLAIN_LETTERS, groupCode } from '#lib/token/readable-code.ts';
import { hashOfToken, newReadableCode, newToken } from '#lib/token/token.server.ts';

import { findWorkingClient } from '../clients/clients.server.ts';
import { CODE_LENGTH, CODE_MINUTES, POLL_SECONDS, findPlatform } from '../device.ts';
import type { DeviceCode, DeviceKey, NewDeviceCode, WaitingDevice } from '../device.ts';
import { denied, noClient, over, slowDown, used } from '../problems.ts';
import { hashOfNetwork, hashOfUserCode } from './code-hashes.server.ts';
import { noteDeviceSignIn } from './device-notice.server.ts';

/** Codes in a minute: of one address, of a network such as that of a fair, and of all players of a game. */
const PER_PLACE = { name: 'device place', points: 10, seconds: 60, credit: 0 };
const PER_NETWORK = { name: 'device network', points: 60, seconds: 60, credit: 0 };
const PER_GAME = { name: 'device game', points: 600, seconds: 60, credit: 0 };

const PREFIX = 'rumpus_device_';
const KEY_DAYS = 180;
/** How much slower a device has to ask that was too fast (RFC 8628, section 3.5), and how slow it may become. */
const SLOWER_SECONDS = 5;
const SLOWEST_SECONDS = 60;
/** What the network may take from a pause. */
const TOLERANCE_SECONDS = 1;

/** For everybody. @param country of who asks, in two letters, or empty @throws Problem 404, 429 */
export async function requestDeviceCode(
  current: Current,
  { appId, platform, installation }: NewDeviceCode,
  country: string,
): Promise<DeviceCode> {
  const place = current.address ?? '';
  await requireWithinLimit(current, callerKey(place), PER_PLACE);
  await requireWithinLimit(current, networkKey(place), PER_NETWORK);
  const client = await findWorkingClient(current, appId);
  if (client === undefined) throw new Problem(noClient);
  await requireWithinLimit(current, appId, PER_GAME);
  const { token: deviceCode, hash } = newToken(PREFIX);
  const letters = newReadableCode(PLAIN_LETTERS, CODE_LENGTH);
  const userCodeHash = hashOfUserCode(current, letters);
  const device = hashOfToken(`${appId} ${installation ?? randomBytes(32).toString('hex')}`);
  const now = current.now();
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
  await current.db.query(sql`
    insert into device_codes (code_hash, user_code_hash, app_id, permissions, platform, device_hash, network_hash, country,
      created_at, expires_at, interval_seconds)
    values (${hash}, ${userCodeHash}, ${appId}, ${client.permissions}::text[], ${findPlatform(platform) ?? null}, ${device},
      ${hashOfNetwork(current, userCodeHash)}, ${country === '' ? null : country}, ${now}, ${expiresAt}, ${POLL_SECONDS})`);
  const address = `${current.config.mainUrl}/login/device`;
  const userCode = groupCode(letters);
  const filledAddress = `${address}?code=${userCode}`;
  const qr = qrCodeRows(filledAddress);
  return {
    deviceCode,
    userCode,
    address,
    filledAddress,
    qr,
    expiresAt: expiresAt.toISOString(),
    pollSeconds: POLL_SECONDS,
  };
}

/**
 * For whoever has the code of a device: the key of the player who has approved it, once; of any number at once one gets it. It is
 * made in the transaction that uses up the code. An approval ends with the session that gave it. @throws Problem 400, 403, 409, 410
 */
export async function redeemDeviceCode(current: Current, deviceCode: string): Promise<DeviceKey | WaitingDevice> {
  const hash = hashOfToken(deviceCode);
  return (await inTransaction(current, (current) => takeKey(current, hash))) ?? waitOn(current, hash);
}

/** Undefined where none is approved. */
async function takeKey(current: Current, hash: Buffer): Promise<DeviceKey | undefined> {
  const now = current.now();
  const [code] = await current.db.query<ApprovedRow>(sql`update device_codes set state = 'used'
    where code_hash = ${hash} and state = 'approved' and expires_at > ${now}
    returning app_id, permissions, platform, device_hash, user_id, login_id`);
  if (code?.user_id == null) return undefined;
  const { user_id: userId, login_id: loginId, app_id: appId, platform, device_hash: deviceHash, permissions } = code;
  // Waits for an undo, so that no key slips past it.
  if (await isFrozen(current, userId)) throw new Problem(over);
  const sessions = await current.sessions.list(userId, now);
  const client = await findWorkingClient(current, appId);
  if (client === undefined || !sessions.some((session) => session.loginId === loginId)) throw new Problem(over);
  await requireActive(current, userId);
  const name = tidyKeyName(platform === null ? client.name : `${client.name} (${platform})`);
  const made = await createDeviceKey(current, { userId, name, permissions, days: KEY_DAYS, deviceHash });
  await noteDeviceSignIn(current, { userId, passId: made.passId, game: client.name, platform, deviceHash });
  const { key, passId, expiresAt } = made;
  return { key, passId, userId, name, permissions, expiresAt: expiresAt ?? '' };
}

type ApprovedRow = Pick<
  Row<'device_codes'>,
  'app_id' | 'permissions' | 'platform' | 'device_hash' | 'user_id' | 'login_id'
>;

/** Counts the question. */
async function waitOn(current: Current, hash: Buffer): Promise<WaitingDevice> {
  const now = current.now();
  const [waiting] = await current.db.query<{ interval_seconds: number; is_early: boolean }>(sql`
    with before as (
      select code_hash, coalesce(polled_at > ${now}::timestamptz - make_interval(secs => interval_seconds - ${TOLERANCE_SECONDS}::int),
        false) as is_early
      from device_codes where code_hash = ${hash} and state = 'pending' and expires_at > ${now} for update
    )
    update device_codes c set polled_at = ${now}, interval_seconds =
      case when is_early then least(interval_seconds + ${SLOWER_SECONDS}::int, ${SLOWEST_SECONDS}::int) else interval_seconds end
    from before where c.code_hash = before.code_hash
    returning interval_seconds, is_early`);
  if (waiting !== undefined) {
    const { interval_seconds: pollSeconds, is_early: isEarly } = waiting;
    if (isEarly) throw new Problem(slowDown, { members: { pollSeconds } });
    return { pollSeconds };
  }
  const [row] = await current.db.query<Pick<Row<'device_codes'>, 'state' | 'expires_at'>>(
    sql`select state, expires_at from device_codes where code_hash = ${hash}`,
  );
  // It was approved meanwhile.
  if (row?.state === 'approved' && row.expires_at > now) return { pollSeconds: 1 };
  if (row?.state === 'denied') throw new Problem(denied);
  throw new Problem(row?.state === 'used' ? used : over);
}

/** @returns how many */
export async function sweepDeviceCodes({ db, now }: Pick<Current, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - 3_600_000);
  return (await db.query(sql`delete from device_codes where expires_at < ${before} returning 1`)).length;
}
