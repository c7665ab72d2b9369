import type { TestSite } from '../site.ts';
import { openOwner } from './owners.ts';
import type { TestOwner } from './owners.ts';
import { openVisitor } from './visitor.ts';

/** Somebody whose addresses and session are of another month, and who has signed in again just now. */
export async function openOldAccount(site: TestSite, ...addresses: string[]): Promise<TestOwner> {
  const owner = await openOwner(site, ...addresses);
  const { db } = site.parts;
  const age = `set verified_at = verified_at - interval '30 days', added_at = added_at - interval '30 days'`;
  await db.run(`update account_emails ${age} where user_id = $1`, [owner.userId]);
  await db.run(`update sessions set created_at = created_at - interval '20 days' where user_id = $1`, [owner.userId]);
  return owner;
}

/** An address has been its account's for so long, such as `60 days`. */
export async function backdateProof({ parts }: TestSite, address: string, age: string): Promise<void> {
  const since = `date_trunc('milliseconds', now()) - $2::interval`;
  const text = `update account_emails set verified_at = ${since}, added_at = ${since} where address = $1`;
  await parts.db.run(text, [address, age]);
}

/** The paths that take something back, of all mails to an address, the newest first. */
export function undoPathsFor({ parts }: TestSite, address: string): string[] {
  const texts = parts.mailer.kept().flatMap(({ to, text }) => (to === address ? [text] : []));
  return texts.flatMap((text) => /\/confirmation\/[\w.-]+/.exec(text)?.[0] ?? []);
}

/** The button behind a link. @returns the status of its answer */
export async function pressLink(site: TestSite, path: string | undefined): Promise<number> {
  return (await openVisitor(site).post(path ?? '', {})).status;
}
