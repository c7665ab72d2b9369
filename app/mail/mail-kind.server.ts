import type { ReactElement, ReactNode } from 'react';

import type { Current } from '#app/current/current.server.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';

/** Content is found on sending, so that a queued job holds no link, no code and no address. */
export interface MailKind<Payload, Props> {
  /** `noun.what`, unique. */
  readonly name: string;
  /** Nobody waits for it: an address that bounces, or whose reader complained, gets none. */
  readonly isOptional?: boolean;
  /** Undefined when the mail is obsolete. Asked again when the mail is sent again. */
  find(current: Current, payload: Payload): Promise<MailMessage<Props> | undefined>;
  /** Once the mail server has taken it; after a kill perhaps again. */
  sent?(current: Current, payload: Payload): Promise<void>;
  /** Once it is certain that nobody gets it: it is too late, refused for good, or its address takes no such mails. */
  undelivered?(current: Current, payload: Payload): Promise<void>;
  /** One line, without any text of strangers. */
  subject(text: Text<TextKey>, props: Props): string;
  Body(props: Props & BodyProps): ReactElement;
  /** Instead of the sentence that says it is about the account. */
  why?(text: Text<TextKey>, props: Props & Pick<BodyProps, 'site'>): ReactNode;
  /** Printed by the server on the localhost stage, where mail is not sent: a code, say. */
  printed?(props: Props): string;
}

/** To an address, or to an account, whose address and locale are looked up. */
export type MailMessage<Props> = (MailRecipient | { readonly userId: string }) & {
  readonly props: Props;
  readonly headers?: Readonly<Record<string, string>>;
};

export interface MailRecipient {
  readonly to: string;
  readonly locale: Locale;
}

export interface BodyProps {
  readonly text: Text<TextKey>;
  readonly locale: Locale;
  /** Public address, without a slash at its end. */
  readonly site: string;
}

export type AnyMail = MailKind<unknown, unknown>;
