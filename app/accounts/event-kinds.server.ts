import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';

import { SECURITY_EVENTS } from './security-log/security-event.ts';
import type { EventDetails, SecurityEventKind } from './security-log/security-event.ts';

interface SecurityEventDetails {
  readonly kind: SecurityEventKind;
  readonly details: EventDetails;
}

export const securityEvent: EventKind<SecurityEventDetails> = {
  id: 'accounts.security',
  title: 'notify.security.title',
  about: 'notify.security.about',
  least: 'authenticated',
  isCritical: true,
  mail: 'own',
  sample: { kind: 'keyCreated', details: { name: 'laptop' } },
  show: async (_current, _reader, events) =>
    describeEvents(events, ({ kind, details }) => {
      return { text: SECURITY_EVENTS[kind], values: details, path: '/account' };
    }),
};
