import { SECURITY_EVENTS } from '#app/accounts/security-log/security-event.ts';
import type { SecurityEvent } from '#app/accounts/security-log/security-event.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';

export function EventsPanel({ events, now }: { events: readonly SecurityEvent[]; now: number }) {
  const { text } = useText();
  return (
    <Panel title={text('admin.events.title')} aside={text('admin.events.words')}>
      {events.length === 0 && <p className="text-muted">{text('admin.events.none')}</p>}
      <ol className="space-y-2">
        {events.map(({ eventId, at, kind, details, browser, system }) => (
          <li key={eventId}>
            <span className="block text-sm text-muted">
              <RelativeTime at={at} now={now} />{' '}
              {browser !== undefined && (
                <span lang="zxx">{`· ${[browser, system].filter((word) => word !== undefined).join(', ')}`}</span>
              )}
            </span>
            <span>{text(SECURITY_EVENTS[kind], details)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
