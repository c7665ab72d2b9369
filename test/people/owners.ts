import { addVerifiedEmail, listEmails } from '#app/accounts/emails/emails.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { startSession } from '#app/login/sessions/start-session.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { TestSite } from '../site.ts';
import { openVisitor } from './visitor.ts';
import type { FormVisitor } from './visitor.ts';

/** Somebody of these tests alone, in a browser in which they are signed in. */
export interface TestOwner {
  userId: string;
  visitor: FormVisitor;
  loginId: string;
}

let count = 0;

/** Somebody new with these addresses, the first of them the primary one. */
export async function openOwner(site: TestSite, ...addresses: string[]): Promise<TestOwner> {
  count += 1;
  const userId = `owner${count}`;
  const { db } = site.parts;
  await db.query(sql`insert into accounts (user_id, role, created_at) values (${userId}, 'authenticated', now())`);
  for (const address of addresses) await addVerifiedEmail(systemCurrent(site.parts), userId, address);
  return { userId, ...(await openSession(site, userId)) };
}

/** Another browser in which they are signed in. */
export async function openSession(site: TestSite, userId: string): Promise<Omit<TestOwner, 'userId'>> {
  const visitor = openVisitor(site);
  const { token, session } = await site.parts.sessions.create(userId, site.parts.now());
  visitor.cookies.set('session', token);
  return { visitor, loginId: session.loginId };
}

/** What a sign-in by a mail does in that browser. */
export async function signInBy({ parts }: TestSite, { cookies }: FormVisitor, userId: string): Promise<void> {
  const browser = { cookies: Object.fromEntries(cookies), userAgent: '' };
  for (const cookie of await startSession({ ...systemCurrent(parts), browser }, userId, 'email')) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
}

/** The sign-in of whoever has asked nothing yet is no longer fresh. */
export async function ageProof({ parts }: TestSite, userId: string): Promise<void> {
  await parts.db.query(sql`update sessions set proved_at = now() - interval '16 minutes' where user_id = ${userId}`);
}

/** A form of the account page. */
export function postAccount(visitor: FormVisitor, intent: string, fields: Record<string, string>): Promise<Response> {
  return visitor.post('/account', { intent, ...fields });
}

/** Every address of an account: `*` marks the primary one, `?` one that is not proved. */
export async function addressesOf({ parts }: TestSite, userId: string): Promise<string[]> {
  const emails = await listEmails(systemCurrent(parts), userId);
  return emails.map(
    ({ address, isPrimary, isVerified }) => `${isPrimary ? '*' : ''}${isVerified ? '' : '?'}${address}`,
  );
}

/** The kinds of what stands in the security log, the oldest first. */
export async function eventsOf({ parts }: TestSite, userId: string): Promise<string[]> {
  const rows = await parts.db.query<{ kind: string }>(
    sql`select kind from security_events where user_id = ${userId} order by event_id`,
  );
  return rows.map(({ kind }) => kind);
}
