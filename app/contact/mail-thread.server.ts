import type { Current } from '#app/current/current.server.ts';
import { mailMessageId } from '#app/mail/mail-queue.server.ts';

/** Makes one conversation of all mails of a submission, in every mail program (RFC 5322, 3.6.4). Of all but the first. */
export function mailThread(current: Pick<Current, 'config'>, subjectId: string): Record<string, string> {
  const root = mailMessageId(current, 'contact.received', subjectId);
  return { 'In-Reply-To': root, References: root };
}
