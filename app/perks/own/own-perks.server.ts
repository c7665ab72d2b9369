import { findChosen } from '#app/choices/choices.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireGameServer, requireUser } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSealed } from '#lib/sealed.server.ts';

import { KEY_PURPOSE } from '../keys.server.ts';
import type { HeldPerk, OwnPerk, PerkDetails, PerkKind, PerkWay } from '../perk.ts';
import { noGift, noPerk } from '../problems.ts';
import type { Badge } from './badge-shelf.tsx';
import { showsBadges } from './shown-badges.server.ts';

const MAX_SHOWN = 200;

/** Those of the actor, also what was taken back; the newest first. @throws Problem 401 */
export async function listOwnPerks(current: Current): Promise<OwnPerk[]> {
  return findOwn(current, sql`true`);
}

/** @throws Problem 401, 404 */
export async function getOwnPerk(current: Current, grantId: string): Promise<OwnPerk> {
  const [perk] = await findOwn(current, sql`g.grant_id = ${grantId}::uuid`);
  if (perk === undefined) throw new Problem(noGift);
  return perk;
}

/** What the actor was given in a way, of one origin. @throws Problem 401 */
export async function findOwnPerkOf(
  current: Current,
  perkId: string,
  way: PerkWay,
  origin: string,
): Promise<OwnPerk | undefined> {
  const [perk] = await findOwn(current, sql`g.perk_id = ${perkId} and g.way = ${way} and g.origin = ${origin}`);
  return perk;
}

/** What players read of one, before they have it. Permission is up to the caller. @throws Problem 404 */
export async function getPerkWords({ db }: Current, perkId: string): Promise<Pick<Row<'perks'>, 'name' | 'about'>> {
  const [perk] = await db.query<Pick<Row<'perks'>, 'name' | 'about'>>(sql`
    select name, about from perks where perk_id = ${perkId}`);
  if (perk === undefined) throw new Problem(noPerk);
  return perk;
}

/** Each badge once, the latest first, as their owner lets others see them: none is what nobody shall see. Open to everyone. */
export async function findShownBadges({ db }: Current, userId: string): Promise<Badge[]> {
  const chosen = await findChosen(db, userId);
  if ((chosen.get(showsBadges.name) ?? showsBadges.fallback) !== 'yes') return [];
  const rows = await db.query<
    Pick<Row<'perks'>, 'perk_id' | 'name' | 'about'> & Columns<'perks', { details: PerkDetails }>
  >(sql`
    select p.perk_id, p.name, p.about, p.details
    from (select perk_id, max(granted_at) as granted_at from perk_grants
      where user_id = ${userId} and revoked_at is null group by perk_id) g
    join perks p using (perk_id) where p.kind = 'badge'
    order by g.granted_at desc, p.perk_id limit ${MAX_BADGES}::integer`);
  return rows.map(({ perk_id: perkId, name, about, details }) => {
    return { perkId, name, about, badge: details.badge ?? null };
  });
}

const MAX_BADGES = 24;

async function findOwn(current: Current, condition: Sql): Promise<OwnPerk[]> {
  const userId = requireUser(current);
  const rows = await current.db.query<OwnRow>(sql`
    select g.grant_id, g.granted_at, g.revoked_at, g.revoked_by, g.revoke_reason,
      p.kind, p.name, p.about, p.details, k.sealed
    from perk_grants g join perks p using (perk_id)
    left join perk_keys k on k.perk_id = g.perk_id and k.grant_id = g.grant_id and k.state = 'given'
    where g.user_id = ${userId} and ${condition} order by g.grant_id desc limit ${MAX_SHOWN}::integer`);
  return rows.map((row) => toOwnPerk(current, row));
}

type OwnRow = Pick<Row<'perk_grants'>, 'grant_id' | 'granted_at' | 'revoked_at' | 'revoked_by' | 'revoke_reason'> &
  Pick<Row<'perks'>, 'name' | 'about'> &
  Columns<'perks', { kind: PerkKind; details: PerkDetails }> & { sealed: string | null };

/** A key of a store is for its owner alone: not for staff who look around as somebody else. */
function toOwnPerk({ actor, secret }: Current, row: OwnRow): OwnPerk {
  const isHidden = actor.masquerade !== undefined || row.sealed === null || row.revoked_at !== null;
  return {
    grantId: row.grant_id,
    kind: row.kind,
    name: row.name,
    about: row.about,
    badge: row.details.badge ?? null,
    store: row.details.store ?? null,
    key: isHidden ? null : (readSealed(row.sealed ?? '', KEY_PURPOSE, secret) ?? null),
    grantedAt: row.granted_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokeReason: row.revoked_by === null ? null : row.revoke_reason,
  };
}

/**
 * What a player has of the perks that are for the game, or for all games, and that were not taken back. For a game's server
 * by its key, and staff. @param perkId only this one @throws Problem 401, 403
 */
export async function listHeldPerks(current: Current, userId: string, perkId?: string): Promise<HeldPerk[]> {
  requireGameServer(current);
  const { app } = current.actor;
  const rows = await current.db.query<HeldRow>(sql`
    select g.perk_id, p.kind, p.name, count(*)::integer as count, min(g.granted_at) as since
    from perk_grants g join perks p using (perk_id)
    where g.user_id = ${userId} and g.revoked_at is null
      ${perkId === undefined ? sql.empty : sql`and g.perk_id = ${perkId}`}
      ${app === undefined ? sql.empty : sql`and (p.app_id is null or p.app_id = ${app})`}
    group by g.perk_id, p.kind, p.name order by g.perk_id limit 1000`);
  return rows.map(({ perk_id, kind, name, count, since }) => {
    return { perkId: perk_id, kind, name, count, since: since.toISOString() };
  });
}

type HeldRow = Pick<Row<'perks'>, 'perk_id' | 'name'> &
  Columns<'perks', { kind: PerkKind }> & { count: number; since: Date };
