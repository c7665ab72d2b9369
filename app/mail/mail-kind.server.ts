import type { ReactElement } from 'react';

import type { Text } from '#lib/locale/messages.ts';

import type { Current } from '#app/current/current.server.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';

/** Content is found on sending, so that a queued job holds no link, no code and no address. */
export interface MailKind<Payload, Props> {
  /** `noun.what`, unique. */
  readonly name: string;
  /** Undefined when the mail is obsolete. */
  find(current: Current, payload: Payload): Promise<MailMessage<Props> | undefined>;
  /** One line, without any text of strangers. */
  subject(text: Text<TextKey>, props: Props): string;
  Body(props: Props & BodyProps): ReactElement;
  /** Printed by the server on the localhost stage, where mail is not sent: a code, say. */
  printed?(props: Props): string;
}

/** To an address, or to an account, whose address and locale are looked up. */
export type MailMessage<Props> = (MailRecipient | { readonly userId: string }) & { readonly props: Props };

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
