import { sql } from '#lib/database/sql.server.ts';

import type { TestSite } from '../site.ts';
import { openOwner } from './owners.ts';
import type { TestOwner } from './owners.ts';
import { openVisitor } from './visitor.ts';

/** Somebody whose addresses and session are of another month, and who has signed in again just now. */
export async function openOldAccount(site: TestSite, ...addresses: string[]): Promise<TestOwner> {
  const owner = await openOwner(site, ...addresses);
  const { db } = site.parts;
  await db.query(sql`update account_emails
    set verified_at = verified_at - interval '30 days', added_at = added_at - interval '30 days'
    where user_id = ${owner.userId}`);
  await db.query(sql`update sessions set created_at = created_at - interval '20 days' where user_id = ${owner.userId}`);
  return owner;
}

/** An address has been its account's for so long, such as `60 days`. */
export async function backdateProof({ parts }: TestSite, address: string, age: string): Promise<void> {
  const since = sql`date_trunc('milliseconds', now()) - ${age}::interval`;
  await parts.db.query(
    sql`update account_emails set verified_at = ${since}, added_at = ${since} where address = ${address}`,
  );
}

/** The paths that take something back, of all mails to an address, the newest first. */
export function undoPathsFor({ parts }: TestSite, address: string): string[] {
  const texts = parts.mailer.keptMails().flatMap(({ to, text }) => (to === address ? [text] : []));
  return texts.flatMap((text) => /\/confirmation\/[\w.-]+/.exec(text)?.[0] ?? []);
}

/** The button behind a link. @returns the status of its answer */
export async function pressLink(site: TestSite, path: string | undefined): Promise<number> {
  return (await openVisitor(site).post(path ?? '', {})).status;
}
