/** Of what a server of others may be told: always what everyone who has an account may see. */
export const WEBHOOK_EVENTS = ['entry.added', 'entry.status', 'comment.added'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'dropped';

export interface Webhook {
  readonly webhookId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly isOn: boolean;
  /** When too many tries had failed. */
  readonly offAt: string | undefined;
  readonly deliveries: readonly WebhookDelivery[];
}

/** One try or several of one message. */
export interface WebhookDelivery {
  readonly deliveryId: string;
  readonly event: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly status: number | undefined;
  readonly answer: string | undefined;
  readonly milliseconds: number | undefined;
  readonly body: string | undefined;
  readonly at: string;
}

export const MAX_WEBHOOKS = 10;
/** Characters. */
export const MAX_WEBHOOK_URL = 500;
