import { useText } from '#app/current/locale.ts';
import { RelativeTime } from '#lib/locale/time.tsx';

import type { DeliveryEntry } from './alert-choice.ts';

export function DeliveryLog({ deliveries, now }: { deliveries: readonly DeliveryEntry[]; now: number }) {
  const { text } = useText();
  return (
    <section aria-labelledby="log" className="space-y-4">
      <h2 id="log" className="text-2xl">
        {text('notify.alerts.log')}
      </h2>
      {deliveries.length === 0 && <p>{text('notify.alerts.logEmpty')}</p>}
      <ul className="space-y-3">
        {deliveries.map(({ key, at, words, mail, why }) => (
          <li key={key} className="block-card space-y-1 p-4">
            <p className="wrap-anywhere">{words ?? text('notify.alerts.gone')}</p>
            <p className="text-sm text-muted">
              <RelativeTime at={at} now={now} /> · <span>{text('notify.alerts.how')}</span>: <span>{mail}</span> ·{' '}
              <span>{text('notify.alerts.why')}</span>: <span>{why ?? text('notify.alerts.you')}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
