import { forwardHandler } from './contact/forwarding/forward-replies.server.ts';
import { replyHandler } from './contact/mail-replies.server.ts';
import { bounceHandler } from './mail/inbound/bounces.server.ts';
import type { InboundMailHandler } from './mail/inbound/inbound-mail-handler.server.ts';
import { suppressReader } from './telegrams/subscribers.server.ts';

/** Everyone who takes mails that arrive; the first who knows an address has it. */
export const inboundMailHandlers: readonly InboundMailHandler[] = [
  bounceHandler(suppressReader),
  replyHandler,
  forwardHandler,
];
