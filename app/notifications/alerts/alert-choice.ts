import type { MailChoice } from '../notification.ts';

export interface AlertChoice {
  readonly kind: string;
  readonly title: string;
  readonly about: string;
  /** Always told on the site. */
  readonly isLocked: boolean;
  readonly onSite: boolean;
  readonly mail: MailChoice | 'own';
}

export interface DeliveryEntry {
  readonly key: string;
  readonly at: string;
  readonly words: string | undefined;
  readonly kind: string;
  readonly onSite: boolean;
  readonly mail: string;
  readonly why: string | undefined;
}
