/** A report as mail servers write it (RFC 3464), with a part for people, one for programs, and the headers of our mail. */
export function reportMail(fields: {
  action?: string;
  status?: string;
  diagnostic?: string;
  returnPath?: string;
  messageId?: string;
}): string {
  const { action = 'failed', status, diagnostic, returnPath = 'rumpus@example.com', messageId = 'r1' } = fields;
  return lines(
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.org>',
    'To: bounce@example.com',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    `Message-ID: <${messageId}@mx.example.org>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I could not deliver your message.',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    'Arrival-Date: Mon, 2 Nov 2026 10:00:00 +0000',
    '',
    'Final-Recipient: rfc822; pip@example.org',
    `Action: ${action}`,
    ...(status === undefined ? [] : [`status: ${status}`]),
    ...(diagnostic === undefined ? [] : [`Diagnostic-Code: ${diagnostic}`]),
    '',
    '--part',
    'Content-Type: text/rfc822-headers',
    '',
    `Return-Path: <${returnPath}>`,
    'Subject: News',
    '--part--',
    '',
  );
}

/** What a provider sends when somebody calls a mail unwanted (RFC 5965). */
export function complaintMail({ type = 'abuse', returnPath = 'rumpus@example.com' }): string {
  return lines(
    'From: <fbl@example.org>',
    'To: <complaints@in.example.com>',
    'Subject: FW: News',
    'Message-ID: <c1@example.org>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--part',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Provider/1.0',
    'Version: 1',
    `Original-Mail-From: <${returnPath}>`,
    'Original-Rcpt-To: <pip@example.org>',
    '',
    '--part',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    'From: <rumpus@example.com>',
    'Subject: News',
    '',
    'Spam!',
    '--part--',
    '',
  );
}

function lines(...all: string[]): string {
  return all.join('\r\n');
}
