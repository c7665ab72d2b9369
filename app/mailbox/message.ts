import * as z from 'zod/mini';

import type { Transition } from '#app/audit/state-machine.ts';
import { LOCALES } from '#app/current/locale.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';
import type { SubjectWords } from '#app/following/subject.ts';
import type { OwnPerk, Perk } from '#app/perks/perk.ts';

export const MAX_TITLE = 120;
export const MAX_BODY = 10_000;
export const MAX_PATH = 300;
/** From so many on nobody counts. */
export const MAX_COUNT = 100;

const MessageText = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TITLE), z.regex(/^\P{Cc}*$/u)),
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_BODY)),
});
type MessageText = z.output<typeof MessageText>;
export type MessageTexts = Partial<Record<Locale, MessageText>>;

export const AUDIENCES = ['user', 'everyone', 'staff', 'admin', 'players', 'follows'] as const;
export type MessageAudience = (typeof AUDIENCES)[number];

export const AUDIENCE_NAMES = {
  user: 'mailbox.audience.user',
  everyone: 'mailbox.audience.everyone',
  staff: 'mailbox.audience.staff',
  admin: 'mailbox.audience.admin',
  players: 'mailbox.audience.players',
  follows: 'mailbox.audience.follows',
} as const satisfies Record<MessageAudience, TextKey>;

export const TABS = ['inbox', 'archived'] as const;
export type MailboxTab = (typeof TABS)[number];
export const TAB_NAMES = {
  inbox: 'mailbox.tab.inbox',
  archived: 'mailbox.tab.archived',
} as const satisfies Record<MailboxTab, TextKey>;

export interface MessageFile {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: number;
  /** Of a picture, made anew. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export interface ShownMessage extends MessageText {
  readonly messageId: string;
  readonly locale: Locale;
  readonly path: string | undefined;
  /** To its reader alone. */
  readonly isPersonal: boolean;
  readonly sentAt: string;
  readonly isRead: boolean;
  readonly isArchived: boolean;
  /** When the studio last answered in the conversation about it. */
  readonly answeredAt: string | undefined;
}

export interface AboutKind {
  /** `noun.what`. */
  readonly name: string;
  readonly title: string;
}

export interface AboutItem {
  /** What such a thing is called, in the language of who asks; undefined where nothing is called so any more. */
  readonly name: string | undefined;
  /** Undefined when it is gone, or not theirs any more. */
  readonly item: SubjectWords | undefined;
}

/** A message to one person, as it stands above the conversation about it. */
export interface AnsweredMessage extends MessageText {
  readonly locale: Locale;
  readonly userId: string;
  readonly isWithdrawn: boolean;
}

/** What comes with a message, and what its reader has taken out of it. */
export interface MessageGift extends Pick<Perk, 'name' | 'about'> {
  readonly taken: OwnPerk | undefined;
}

export const MESSAGE_STATES = {
  draft: 'mailbox.state.draft',
  sent: 'mailbox.state.sent',
  withdrawn: 'mailbox.state.withdrawn',
} as const satisfies Record<string, TextKey>;
export type MessageState = keyof typeof MESSAGE_STATES;

export const MESSAGE_TRANSITIONS = {
  change: { from: ['draft'] },
  release: { from: ['draft'] },
  send: { from: ['draft'], to: 'sent' },
  withdraw: { from: ['sent'], to: 'withdrawn' },
} as const satisfies Record<string, Transition<MessageState>>;

export interface WrittenMessage {
  readonly messageId: string;
  readonly state: MessageState;
  readonly audience: MessageAudience;
  /** A user id or a subject, for those audiences that need one. */
  readonly of: string;
  readonly texts: MessageTexts;
  readonly path: string | undefined;
  readonly about: string | undefined;
  /** What each of its readers may take out of it. */
  readonly perkId: string | undefined;
  readonly rev: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly releasedBy: string | undefined;
  readonly sentAt: Date | undefined;
  /** When it was sent. */
  readonly readers: number | undefined;
}

/** In a locale, or in English where nobody has written it in that. */
export function textIn(texts: MessageTexts, locale: Locale): { locale: Locale; text: MessageText } | undefined {
  const found = [locale, 'en-US' as const, ...LOCALES].find((one) => texts[one] !== undefined);
  const text = found && texts[found];
  return text && { locale: found, text };
}

/** Where the gift of a message stands on its page. */
export const GIFT = 'gift';

export function messageRowId(messageId: string): string {
  return `message-${messageId}`;
}
