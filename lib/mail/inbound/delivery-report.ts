import { toDeliveryFailure, isAboutRoom, reasonOfRefusals, statusIn } from '../refusal.ts';
import type { DeliveryFailure } from '../refusal.ts';
import { failureOfText, kindOfText, refusalsIn, withoutCopy } from './failure-text.ts';
import type { FailureMail } from './failure-text.ts';

/** Part of a mail that programs read. */
export interface ReportPart {
  readonly mimeType: string;
  readonly content: string;
}

/** What happened to a mail of ours. `complaint`: its reader calls it unwanted. */
export interface DeliveryReport extends Omit<DeliveryFailure, 'kind'> {
  readonly kind: DeliveryFailure['kind'] | 'complaint';
  /** Where a copy of our mail in the report says that reports go, in which its sender may have put a signature. */
  readonly returnPath: string | undefined;
  /** Whose mailbox it is, as whoever reports says. */
  readonly recipient: string | undefined;
}

interface ReportMail extends FailureMail {
  /** Whose content is text. */
  readonly parts: readonly ReportPart[];
}

/** Of what did not arrive (RFC 3464 or in the words of a mail server), or was called unwanted (RFC 5965). */
export function readDeliveryReports(mail: ReportMail): DeliveryReport[] {
  const readPart = (type: RegExp) => mail.parts.find(({ mimeType }) => type.test(mimeType))?.content ?? '';
  const copy = parseFields(readHead(readPart(/^(?:text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/)));
  const complaint = parseFields(readPart(/^message\/feedback-report$/));
  if (complaint.size > 0) return readComplaint(complaint, copy);
  const groups = parseRecipientGroups(readPart(/^message\/(?:global-)?delivery-status$/));
  const returnPath = bare(copy.get('return-path'));
  if (groups.length > 0) return toReports(groups, mail, returnPath);
  const kind = kindOfText(mail);
  if (kind === 'failure') return [{ ...failureOfText(mail), returnPath, recipient: undefined }];
  const attached = parseFields(readHead(readPart(/^message\/rfc822$/)));
  return kind === 'other' && attached.size > 0 ? readComplaint(new Map(), attached) : [];
}

/** What says that something else was wrong with a mail, or that it was wanted (RFC 6430, 6591). */
const NO_COMPLAINT = /^(?:not-spam|auth-failure|dmarc|virus)/i;

/** Outlook attaches the mail alone, with a field of its own for whose mailbox it is. */
function readComplaint(fields: ReadonlyMap<string, string>, copy: ReadonlyMap<string, string>): DeliveryReport[] {
  if (NO_COMPLAINT.test(fields.get('feedback-type') ?? '')) return [];
  const returnPath = bare(fields.get('original-mail-from') ?? copy.get('return-path'));
  const recipient = bare(fields.get('original-rcpt-to') ?? copy.get('x-hmxmroriginalrecipient'));
  return [{ kind: 'complaint', status: undefined, returnPath, recipient, block: undefined }];
}

/** One for each receiver of whom it says that the mail did not arrive. */
function toReports(
  groups: readonly Map<string, string>[],
  mail: ReportMail,
  returnPath: string | undefined,
): DeliveryReport[] {
  const failures = groups.filter(isFailure);
  // What is written for people is about all receivers.
  const text = failures.length === 1 ? withoutCopy(mail.text) : '';
  return failures.map((fields) => toReport(fields, text, returnPath));
}

function toReport(fields: ReadonlyMap<string, string>, text: string, returnPath: string | undefined): DeliveryReport {
  const status = readStatus(fields);
  const said = [fields.get('diagnostic-code')?.replace(/^[\w-]+;/, ''), fields.get('status')].join(' ').trim();
  const recipient = bare(fields.get('original-recipient') ?? fields.get('final-recipient'));
  const [reason, refusal] = reasonOfRefusals([{ status, words: said }, ...refusalsIn(text)], text);
  const isDoubtful = reason === 'gone' && isDoubtfulIn(text, status);
  return { ...toDeliveryFailure(isDoubtful ? 'passing' : reason, refusal), status, recipient, returnPath };
}

/**
 * A server that took the receiver and refuses them after the text alone may say of one that they do not want it. A text that tells of
 * a full mailbox knows better than the summary of the server before.
 */
function isDoubtfulIn(text: string, status = '5.0.0'): boolean {
  const isLate =
    status.endsWith('.0.0') && /(?:in reply to|after) end of data/i.test(text) && /\bunknown\b/i.test(text);
  return isLate || isAboutRoom(text);
}

/** Without an action it is a failure if its status is one. */
function isFailure(fields: ReadonlyMap<string, string>): boolean {
  const action = fields.get('action');
  return action === undefined
    ? /^[45]/.test(readStatus(fields) ?? '')
    : !/^\W*(?:delay|deliver|relay|expan)/i.test(action);
}

/** Characters of a part that programs read, and receivers in it. */
const [MAX_PART, MAX_RECIPIENTS] = [64_000, 16];

/** What it says of each receiver. Some leave out what comes before, about the mail, and some have blank lines in between. */
function parseRecipientGroups(status: string): Map<string, string>[] {
  const groups: Map<string, string>[] = [];
  for (const block of status.slice(0, MAX_PART).split(/(?:\r?\n){2,}/)) {
    const fields = parseFields(block);
    const last = groups.at(-1);
    if (fields.has('final-recipient') || fields.has('original-recipient')) groups.push(fields);
    else if (last !== undefined) for (const [name, value] of fields) last.set(name, last.get(name) ?? value);
    else if (saysWhy(fields)) groups.push(fields);
  }
  return groups.filter(saysWhy).slice(0, MAX_RECIPIENTS);
}

function saysWhy(fields: ReadonlyMap<string, string>): boolean {
  return fields.has('action') || fields.has('status') || fields.has('diagnostic-code');
}

/** What the last server said is more exact than the summary of the one before it, which often ends in a zero. */
function readStatus(fields: ReadonlyMap<string, string>): string | undefined {
  const said = statusIn(fields.get('diagnostic-code') ?? '');
  const own = statusIn(fields.get('status') ?? '');
  return own === undefined || own.endsWith('.0') ? (said ?? own) : own;
}

function readHead(part: string): string {
  return (
    part
      .slice(0, MAX_PART)
      .replace(/^\s+/, '')
      .split(/\r?\n\r?\n/, 1)[0] ?? ''
  );
}

function parseFields(block: string): Map<string, string> {
  const lines = block
    .slice(0, MAX_PART)
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const];
    }),
  );
}

/** Without its type and brackets: `rfc822; <pip@example.org>`. */
function bare(address: string | undefined): string | undefined {
  return address?.replace(/^[\w-]+;\s*/, '').replace(/^<(.*)>$/, '$1');
}
