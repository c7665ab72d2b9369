import { forwardTaker } from './contact/forwarding/forward-replies.server.ts';
import { replyTaker } from './contact/mail-replies.server.ts';
import { bounceTaker } from './mail/arriving/bounces.server.ts';
import type { MailTaker } from './mail/arriving/mail-taker.server.ts';
import { suppressReader } from './telegrams/subscribers.server.ts';

/** Everyone who takes mails that arrive; the first who knows an address has it. */
export const mailTakers: readonly MailTaker[] = [bounceTaker(suppressReader), replyTaker, forwardTaker];
