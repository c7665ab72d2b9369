import * as z from 'zod/mini';

import { MaybeText, MaybeTime, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { hashAddress } from './inbound/return-path.server.ts';

const bounces: PersonalRows = {
  name: 'bounces',
  title: 'exports.part.bounces',
  of: ['mail_bounces.address_hash'],
  schema: z.object({ addressHash: z.string(), hardAt: MaybeTime, complainedAt: MaybeTime, status: MaybeText }),
  find: findBy<{ addressHash: string }>(
    ({ emails }, after) => sql`
      select address_hash as "addressHash", hard_at as "hardAt", complained_at as "complainedAt", status
      from mail_bounces where address_hash = any(${emails.map(hashAddress)}::text[]) and address_hash > ${after?.addressHash ?? ''} order by address_hash`,
  ),
};

const mailDays: PersonalRows = {
  name: 'mail-days',
  title: 'exports.part.mailDays',
  of: ['mail_send_days.address_hash'],
  schema: z.object({ addressHash: z.string(), day: z.string(), hasFailed: z.boolean() }),
  find: findBy<{ addressHash: string; day: string }>(
    ({ emails }, after) => sql`
      select address_hash as "addressHash", day::text as "day", has_failed as "hasFailed"
      from mail_send_days where address_hash = any(${emails.map(hashAddress)}::text[]) and (address_hash, day) > (${after?.addressHash ?? ''}, ${after?.day ?? '-infinity'}::date) order by address_hash, mail_send_days.day`,
  ),
};

export const mailRows = {
  addresses: { mail_bounces: ['address_hash'], mail_send_days: ['address_hash'] },
  personalRows: [bounces, mailDays],
  // What waits to be sent is in their mailbox before the copy is.
  withheld: { '_private_jobs.payload': 'passing' },
} satisfies PersonalData;
