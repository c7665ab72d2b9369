import { createHmac } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { mailMessageId } from '#app/mail/mail-queue.server.ts';
import { findLastMailId } from '#app/threads/messages.server.ts';
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

/** Characters: with prefix and number they stay below the 64 of a local part. */
const [ID, SIGNATURE] = [32, 20];
const REPLY = 'reply+';
const FORWARD = 'forward+';

type AddressParts = Pick<Current, 'config' | 'secret'>;

/** Whoever knows it writes into this thread as its sender, as by the link of a mail, and reads nothing. */
export function replyAddress(current: AddressParts, subjectId: string): string | undefined {
  return signedAddress(current, REPLY, subjectId.replaceAll('-', ''));
}

/** @returns the submission; undefined for what is none of ours */
export function readReplyAddress(current: AddressParts, address: string): string | undefined {
  const id = readSignedAddress(current, REPLY, address);
  return id?.length === ID ? toUuid(id) : undefined;
}

export interface ForwardKey {
  readonly subjectId: string;
  readonly number: number;
}

/** Whoever knows it leaves a note for staff, and reads nothing. */
export function forwardAddress(current: AddressParts, { subjectId, number }: ForwardKey): string | undefined {
  return signedAddress(current, FORWARD, `${subjectId.replaceAll('-', '')}${number}`);
}

/** @returns undefined for what is none of ours */
export function readForwardAddress(current: AddressParts, address: string): ForwardKey | undefined {
  const id = readSignedAddress(current, FORWARD, address);
  return id === undefined ? undefined : { subjectId: toUuid(id.slice(0, ID)), number: Number(id.slice(ID)) };
}

function signedAddress({ config, secret }: AddressParts, prefix: string, id: string): string | undefined {
  if (config.INBOUND_DOMAIN === undefined) return undefined;
  return `${prefix}${id}${computeSignature(prefix, id, secret)}@${config.INBOUND_DOMAIN}`;
}

function readSignedAddress({ config, secret }: AddressParts, prefix: string, address: string): string | undefined {
  const [, local = '', domain] = /^(.*)@([^@]*)$/.exec(address.toLowerCase()) ?? [];
  if (domain !== config.INBOUND_DOMAIN?.toLowerCase() || !local.startsWith(prefix)) return undefined;
  const id = local.slice(prefix.length, -SIGNATURE);
  return isSameText(local.slice(-SIGNATURE), computeSignature(prefix, id, secret)) ? id : undefined;
}

function toUuid(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function computeSignature(prefix: string, id: string, secret: string): string {
  const purpose = prefix === REPLY ? 'reply address' : 'forward address';
  return createHmac('sha256', secret).update(`${purpose}\n${id}`).digest('hex').slice(0, SIGNATURE);
}
