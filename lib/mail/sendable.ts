import { MailDeliveryError } from './mail-delivery-error.ts';

interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  messageId?: string;
  headers?: Record<string, string>;
}

/** Texts of strangers in addresses and subjects may not add headers or receivers. @throws MailDeliveryError, permanent */
export function requireSendable({ to, subject, text, messageId, headers = {} }: OutgoingMail): void {
  if (to.length > 254 || !ADDRESS.test(to) || to.normalize('NFKC') !== to) refuse('the receiver is not one address');
  if (!LINE.test(subject)) refuse('the subject is not one line');
  if (text.trim() === '') refuse('the text is empty');
  if (messageId !== undefined && !MESSAGE_ID.test(messageId)) refuse('the message id is malformed');
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || !LINE.test(value)) refuse(`the header ${JSON.stringify(name)} is malformed`);
  }
}

// Programs read a host with any other sign in it, or an address that NFKC changes, in more than one way.
const ADDRESS = /^[^\p{C}\s@,;:<>()[\]\\"]+@[\p{L}\p{M}\p{Nd}.-]+$/u;
const LINE = /^[^\p{Cc}\u2028\u2029]+$/u;
const MESSAGE_ID = /^[\w.+=~-]{1,128}$/;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;

function refuse(why: string): never {
  throw new MailDeliveryError(why, { permanent: true });
}
