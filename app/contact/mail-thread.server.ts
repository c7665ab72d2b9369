import { createHmac } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { mailMessageId } from '#app/mail/mail-queue.server.ts';
import { findLastMailId } from '#app/threads/threads.server.ts';
import { isSameText } from '#lib/signed.server.ts';

/**
 * Makes one conversation of all mails of a submission, in every mail program (RFC 5322, 3.6.4), and leads answers back to
 * it. @param isFirst of the mail that all others refer to
 */
export async function mailThread(
  current: Current,
  subjectId: string,
  { isFirst = false } = {},
): Promise<Record<string, string>> {
  const address = replyAddress(current, subjectId);
  const answers: Record<string, string> = address === undefined ? {} : { 'Reply-To': address };
  if (isFirst) return answers;
  const root = mailMessageId(current, 'contact.received', subjectId);
  const last = await findLastMailId(current, subjectId);
  return { ...answers, 'In-Reply-To': last ?? root, References: last === undefined ? root : `${root} ${last}` };
}

const PREFIX = 'reply+';
/** Characters: with the prefix they stay below the 64 of a local part. */
const [ID, SIGNATURE] = [32, 20];

/** Whoever knows it writes into this thread as its sender, as by the link of a mail, and reads nothing. */
export function replyAddress(
  { config, secret }: Pick<Current, 'config' | 'secret'>,
  subjectId: string,
): string | undefined {
  if (config.INBOUND_DOMAIN === undefined) return undefined;
  const id = subjectId.replaceAll('-', '');
  return `${PREFIX}${id}${signatureOf(id, secret)}@${config.INBOUND_DOMAIN}`;
}

/** @returns the submission; undefined for what is none of ours */
export function readReplyAddress(
  { config, secret }: Pick<Current, 'config' | 'secret'>,
  address: string,
): string | undefined {
  const [, local = '', domain] = /^(.*)@([^@]*)$/.exec(address.toLowerCase()) ?? [];
  if (domain !== config.INBOUND_DOMAIN?.toLowerCase() || !local.startsWith(PREFIX)) return undefined;
  const id = local.slice(PREFIX.length, PREFIX.length + ID);
  if (!isSameText(local.slice(PREFIX.length + ID), signatureOf(id, secret))) return undefined;
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function signatureOf(id: string, secret: string): string {
  return createHmac('sha256', secret).update(`reply address\n${id}`).digest('hex').slice(0, SIGNATURE);
}
