import type { ReactElement } from 'react';

import type { Text } from '#lib/locale/messages.ts';

import type { Current } from '#app/current/current.server.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';

/** A kind of mail. Its content is found when it is sent, so that a queued job holds no link, no code and no address. */
export interface MailKind<Payload, Props> {
  /** `noun.what`, each once. */
  readonly name: string;
  /** Recipient and content, at the time of sending; undefined when the mail is obsolete. */
  find(current: Current, payload: Payload): Promise<MailMessage<Props> | undefined>;
  /** One line, without any text of strangers. */
  subject(text: Text<TextKey>, props: Props): string;
  Body(props: Props & BodyProps): ReactElement;
  /** What the server prints on the localhost stage, where mail is not sent: a code, say. */
  printed?(props: Props): string;
}

/** A mail to an address, or to an account, whose address and locale are looked up. */
export type MailMessage<Props> = (MailRecipient | { readonly userId: string }) & { readonly props: Props };

export interface MailRecipient {
  /** One bare address. */
  readonly to: string;
  readonly locale: Locale;
}

export interface BodyProps {
  readonly text: Text<TextKey>;
  readonly locale: Locale;
  /** The public address of the site, without a slash at its end. */
  readonly site: string;
}

/** As `MailKind`, whatever its payload and props. */
export type AnyMail = MailKind<unknown, unknown>;
