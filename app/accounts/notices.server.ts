import type { Current } from '#app/current/current.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import { parseUserAgent } from '#lib/sessions/device.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { securityEvent } from './event-kinds.server.ts';
import { noticeMail } from './notice.mail.tsx';
import type { EventDetails, SecurityEventKind } from './security-log/security-event.ts';

/** If the transaction of `current.db` commits. @param details of a ban with `until` (ISO 8601) @throws Problem 503 */
export async function sendNoticeLater(
  current: Current,
  userId: string,
  kind: SecurityEventKind,
  details: EventDetails = {},
): Promise<void> {
  const { browser = '', system = '' } = parseUserAgent(current.browser.userAgent);
  const at = current.now();
  const notice = { userId, kind, details, at: at.toISOString(), browser, system };
  const key = uuidv7(at.getTime());
  await sendMailLater(current, noticeMail, notice, { key });
  await notifyLater(current, securityEvent, { key, details: { kind, details }, userIds: [userId] });
}
