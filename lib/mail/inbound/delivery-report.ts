/** Part of a mail that programs read. */
export interface ReportPart {
  readonly mimeType: string;
  readonly content: string;
}

/** `hard`: there is no such mailbox. `soft`: not this time. `complaint`: its reader calls it unwanted. */
export interface DeliveryReport {
  readonly kind: 'hard' | 'soft' | 'complaint';
  /** RFC 3463, such as 5.1.1. */
  readonly status: string | undefined;
  /** Where a copy of our mail in the report says that reports go, in which its sender may have put a signature. */
  readonly returnPath: string | undefined;
  /** Whose mailbox it is, as whoever reports says. */
  readonly recipient: string | undefined;
}

/** Of what did not arrive (RFC 3464), or was called unwanted (RFC 5965). */
export function deliveryReportsOf(parts: readonly ReportPart[]): DeliveryReport[] {
  const textOf = (type: RegExp) => {
    return parts.find(({ mimeType }) => type.test(mimeType))?.content ?? '';
  };
  const copy = textOf(/^(?:text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/);
  const returnPath = fieldsOf(copy.split(/\r?\n\r?\n/, 1)[0] ?? '').get('return-path');
  const complaint = fieldsOf(textOf(/^message\/feedback-report$/));
  if (complaint.size > 0) return complaintOf(complaint, returnPath);
  // The first block is about the mail, the others about each receiver.
  const [, ...receivers] = textOf(/^message\/(?:global-)?delivery-status$/).split(/(?:\r?\n){2,}/);
  return receivers.flatMap((block) => {
    const fields = fieldsOf(block);
    const kind = kindOf(fields);
    const recipient = fields.get('original-recipient') ?? fields.get('final-recipient');
    const report = { status: statusOf(fields), returnPath: bare(returnPath), recipient: bare(recipient) };
    return kind === undefined ? [] : [{ kind, ...report }];
  });
}

function complaintOf(fields: Map<string, string>, returnPath: string | undefined): DeliveryReport[] {
  if (/not-spam/i.test(fields.get('feedback-type') ?? '')) return [];
  const path = fields.get('original-mail-from') ?? returnPath;
  const recipient = bare(fields.get('original-rcpt-to'));
  return [{ kind: 'complaint', status: undefined, returnPath: bare(path), recipient }];
}

/** A full mailbox, a server in trouble and a mail that it does not like say nothing about whether the mailbox is there. */
const PASSING = /^5\.(?:2\.[023]|3\.\d+|4\.\d+|5\.\d+|6\.\d+|7\.\d+)$/;

function kindOf(fields: Map<string, string>): 'hard' | 'soft' | undefined {
  if (fields.get('action')?.toLowerCase() !== 'failed') return undefined;
  const status = statusOf(fields);
  if (status === undefined) return /\b55[013]\b/.test(fields.get('diagnostic-code') ?? '') ? 'hard' : 'soft';
  return status.startsWith('5.') && !PASSING.test(status) ? 'hard' : 'soft';
}

/** What the last server said is more exact than the summary of the one before it, which often ends in a zero. */
function statusOf(fields: Map<string, string>): string | undefined {
  const [said] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('diagnostic-code') ?? '') ?? [];
  const [own] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '') ?? [];
  return own === undefined || own.endsWith('.0') ? (said ?? own) : own;
}

function fieldsOf(block: string): Map<string, string> {
  const lines = block.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const];
    }),
  );
}

/** Without its type and brackets: `rfc822; <pip@example.org>`. */
function bare(address: string | undefined): string | undefined {
  return address?.replace(/^[\w-]+;\s*/, '').replace(/^<(.*)>$/, '$1');
}
