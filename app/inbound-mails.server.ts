import { forwardHandler } from './contact/forwarding/forward-replies.server.ts';
import { replyHandler } from './contact/mail-replies.server.ts';
import { bounceHandler } from './mail/inbound/bounces.server.ts';
import type { InboundMailHandler } from './mail/inbound/inbound-mail-handler.server.ts';
import { suppressReader } from './telegrams/subscribers.server.ts';

/** The first that knows an address handles its mail. */
export const inboundMailHandlers: readonly InboundMailHandler[] = [
  bounceHandler(suppressReader),
  replyHandler,
  forwardHandler,
];
