import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';

import type { Webhook, WebhookDelivery } from './webhook.ts';

interface WebhookItemProps {
  readonly form: PageForm;
  readonly webhook: Webhook;
  readonly now: number;
}

export function WebhookItem({ form, webhook, now }: WebhookItemProps) {
  const { text } = useText();
  const { webhookId, url, events, isOn, offAt, deliveries } = webhook;
  return (
    <li className="block-card space-y-4 p-5">
      <h3 className="text-lg wrap-anywhere">{url}</h3>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <Badge tone={isOn ? 'success' : 'danger'}>{text(isOn ? 'feedbag.webhooks.on' : 'feedbag.webhooks.off')}</Badge>
        {events.map((event) => (
          <code key={event}>{event}</code>
        ))}
      </p>
      {offAt !== undefined && <p>{text('feedbag.webhooks.wentOff')}</p>}
      <div className="flex flex-wrap gap-3">
        <ActionForm form={form} fields={{ intent: 'feedbag.tryWebhook', webhookId }}>
          <Submit>{text('feedbag.webhooks.try')}</Submit>
        </ActionForm>
        <ActionForm form={form} fields={{ intent: 'feedbag.switchWebhook', webhookId, on: isOn ? '' : 'on' }}>
          <Submit>{text(isOn ? 'feedbag.webhooks.turnOff' : 'feedbag.webhooks.turnOn')}</Submit>
        </ActionForm>
        <ActionForm form={form} fields={{ intent: 'feedbag.deleteWebhook', webhookId }}>
          <Submit kind="danger">{text('feedbag.webhooks.delete')}</Submit>
        </ActionForm>
      </div>
      <Details summary={text('feedbag.webhooks.log', { count: deliveries.length })}>
        <ul className="space-y-4">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.deliveryId} form={form} webhookId={webhookId} delivery={delivery} now={now} />
          ))}
        </ul>
      </Details>
    </li>
  );
}

const STATES = {
  waiting: { name: 'feedbag.webhooks.waiting', tone: 'plain' },
  delivered: { name: 'feedbag.webhooks.delivered', tone: 'success' },
  failed: { name: 'feedbag.webhooks.failed', tone: 'danger' },
  dropped: { name: 'feedbag.webhooks.dropped', tone: 'plain' },
} as const;

interface DeliveryProps extends Pick<WebhookItemProps, 'form' | 'now'> {
  readonly webhookId: string;
  readonly delivery: WebhookDelivery;
}

function Delivery({ form, webhookId, delivery, now }: DeliveryProps) {
  const { text } = useText();
  const { deliveryId, event, state, attempts, status, answer, milliseconds, body, at } = delivery;
  return (
    <li className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={STATES[state].tone}>{text(STATES[state].name)}</Badge>
        <code>{event}</code>
        <RelativeTime at={at} now={now} />
        <span>{text('feedbag.webhooks.attempts', { count: attempts })}</span>
        {status !== undefined && <span>{`HTTP ${status}`}</span>}
        {milliseconds !== undefined && <span>{`${milliseconds} ms`}</span>}
      </p>
      {answer !== undefined && answer !== '' && (
        <p className="text-sm text-muted wrap-anywhere">{text('feedbag.webhooks.answer', { answer })}</p>
      )}
      {body !== undefined && (
        <Details summary={text('feedbag.webhooks.body')}>
          <pre className="text-sm wrap-anywhere whitespace-pre-wrap">{body}</pre>
        </Details>
      )}
      <ActionForm form={form} fields={{ intent: 'feedbag.resend', webhookId, deliveryId }}>
        <Submit kind="quiet">{text('feedbag.webhooks.resend')}</Submit>
      </ActionForm>
    </li>
  );
}
