import * as z from 'zod/mini';

import { Details, MaybeText, MaybeTime, Time, findBy, pagesOf } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

const account: PersonalRows = {
  name: 'account',
  title: 'exports.part.account',
  of: ['accounts.user_id'],
  schema: z.object({
    userId: z.string(),
    role: z.string(),
    locale: MaybeText,
    terms: MaybeText,
    createdAt: Time,
    bannedAt: MaybeTime,
    bannedUntil: MaybeTime,
    banReason: MaybeText,
  }),
  find: findBy<{ userId: string }>(
    ({ userId }, after) => sql`
      select user_id as "userId", role, locale, terms, created_at as "createdAt", banned_at as "bannedAt", banned_until as "bannedUntil", ban_reason as "banReason"
      from accounts where user_id = ${userId} and user_id > ${after?.userId ?? ''} order by user_id`,
  ),
};

const emails: PersonalRows = {
  name: 'emails',
  title: 'exports.part.emails',
  of: ['account_emails.user_id', 'account_emails.address', 'account_emails.address_key'],
  schema: z.object({
    addressKey: z.string(),
    address: z.string(),
    isPrimary: z.boolean(),
    verifiedAt: MaybeTime,
    addedAt: Time,
  }),
  find: findBy<{ addressKey: string }>(
    ({ userId }, after) => sql`
      select address_key as "addressKey", address, is_primary as "isPrimary", verified_at as "verifiedAt", added_at as "addedAt"
      from account_emails where user_id = ${userId} and address_key > ${after?.addressKey ?? ''} order by address_key`,
  ),
};

const connections: PersonalRows = {
  name: 'connections',
  title: 'exports.part.connections',
  of: ['account_identities.user_id'],
  schema: z.object({
    platform: z.string(),
    subject: z.string(),
    name: MaybeText,
    isPublic: z.boolean(),
    linkedAt: Time,
    lastUsedAt: MaybeTime,
  }),
  find: findBy<{ platform: string }>(
    ({ userId }, after) => sql`
      select platform, subject, name, is_public as "isPublic", linked_at as "linkedAt", last_used_at as "lastUsedAt"
      from account_identities where user_id = ${userId} and platform > ${after?.platform ?? ''} order by platform`,
  ),
};

const passkeys: PersonalRows = {
  name: 'passkeys',
  title: 'exports.part.passkeys',
  of: ['passkeys.user_id'],
  schema: z.object({
    passkeyId: z.string(),
    name: z.string(),
    isSynced: z.boolean(),
    createdAt: Time,
    lastUsedAt: MaybeTime,
  }),
  find: findBy<{ passkeyId: string }>(
    ({ userId }, after) => sql`
      select credential_id as "passkeyId", name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"
      from passkeys where user_id = ${userId} and credential_id > ${after?.passkeyId ?? ''} order by credential_id`,
  ),
};

const devices: PersonalRows = {
  name: 'devices',
  title: 'exports.part.devices',
  of: ['account_devices.user_id'],
  schema: z.object({ seenAt: Time }),
  // What tells a device apart is as good as a secret of its browser.
  find: async function* find({ db }, { userId }) {
    const findPage = (after: DeviceRow | undefined) =>
      db.query<DeviceRow>(sql`
        select device_hash, seen_at from account_devices
        where user_id = ${userId} and device_hash > ${after?.device_hash ?? Buffer.alloc(0)}
        order by device_hash limit ${DEVICES}::integer`);
    for await (const { seen_at: seenAt } of pagesOf(findPage, DEVICES)) yield { data: { seenAt } };
  },
};

const DEVICES = 500;
type DeviceRow = Pick<Row<'account_devices'>, 'device_hash' | 'seen_at'>;

const securityLog: PersonalRows = {
  name: 'security-log',
  title: 'exports.part.securityLog',
  of: ['security_events.user_id'],
  schema: z.object({
    eventId: z.number(),
    at: Time,
    kind: z.string(),
    details: Details,
    browser: MaybeText,
    system: MaybeText,
  }),
  find: findBy<{ eventId: number }>(
    ({ userId }, after) => sql`
      select event_id::float8 as "eventId", at, kind, details, browser, system
      from security_events where user_id = ${userId} and event_id > ${after?.eventId ?? 0} order by event_id`,
  ),
};

const blocks: PersonalRows = {
  name: 'blocks',
  title: 'blocks.list.title',
  of: ['account_blocks.user_id'],
  schema: z.object({ blockedId: z.string(), at: Time }),
  find: findBy<{ blockedId: string }>(
    ({ userId }, after) => sql`
      select blocked_user_id as "blockedId", at
      from account_blocks where user_id = ${userId} and blocked_user_id > ${after?.blockedId ?? ''} order by blocked_user_id`,
  ),
};

export const accountRows = {
  addresses: { account_emails: ['address', 'address_key'] },
  personalRows: [account, emails, connections, passkeys, devices, securityLog, blocks],
  withheld: {
    'account_blocks.blocked_user_id': 'others',
    'account_notes.user_id': 'staff',
    'account_notes.author_id': 'staff',
    'recovery_codes.user_id': 'secret',
    'merged_accounts.user_id': 'derived',
    'merged_accounts.kept_user_id': 'derived',
  },
} satisfies PersonalData;
