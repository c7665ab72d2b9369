import type { TextKey } from '#app/current/locale.ts';

/** `unread` is what has not been opened, `unseen` what has come since the list was last looked at; each up to 100. */
export interface NotificationCount {
  readonly unread: number;
  readonly unseen: number;
  /** Of the mailbox, that have not been opened. */
  readonly messages: number;
}

/** From so many on nobody counts. */
export const MAX_COUNT = 100;

export const TABS = ['all', 'unread', 'archived', 'snoozed'] as const;
export type Tab = (typeof TABS)[number];

export const TAB_TITLES = {
  all: 'notify.tab.all',
  unread: 'notify.tab.unread',
  archived: 'notify.tab.archived',
  snoozed: 'notify.tab.snoozed',
} as const satisfies Record<Tab, TextKey>;

export function parseTab(text: string | null): Tab {
  return TABS.find((tab) => tab === text) ?? 'all';
}

export interface ShownNotification {
  readonly notificationId: string;
  readonly kind: string;
  readonly words: string;
  readonly at: string;
  readonly isRead: boolean;
  readonly isSeen: boolean;
  readonly isArchived: boolean;
  readonly snoozedUntil: string | undefined;
  readonly why: string | undefined;
}

export const MAIL_CHOICES = ['off', 'now', 'daily', 'weekly'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];
export type MailPace = Exclude<MailChoice, 'off'>;

export const MAIL_WORDS = {
  off: 'notify.mail.off',
  now: 'notify.mail.now',
  daily: 'notify.mail.daily',
  weekly: 'notify.mail.weekly',
} as const satisfies Record<MailChoice, TextKey>;

/** Of the form with all kinds. */
export function mailField(kind: string): string {
  return `mail.${kind}`;
}

export function parseMailChoice(text: string): MailChoice | undefined {
  return MAIL_CHOICES.find((choice) => choice === text);
}

/** Of a snooze, in hours. */
export const SNOOZES = [1, 24, 168] as const;

export function notificationRowId(notificationId: string): string {
  return `notification-${notificationId}`;
}

export function isNotificationId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
