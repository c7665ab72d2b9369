import type { TextKey } from '#app/current/locale.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';

import { EXPORT_DAYS, EXPORT_PAGE } from './export.ts';
import type { ExportState } from './export.ts';
import { findExport, toOwner } from './exports.server.ts';

/** To who asked for it: it is ready, or could not be made. */
export const exportEvent: EventKind<{ readonly exportId: string }> = {
  id: 'exports.finished',
  title: 'notify.exports.title',
  about: 'notify.exports.about',
  least: 'authenticated',
  mail: 'now',
  sample: { exportId: '01890000-0000-7000-8000-000000000000' },
  show: async (current, { userId }, events) => {
    const found = await findExport(current, toOwner({ userId }));
    return describeEvents(events, ({ exportId }) => {
      const text = found?.exportId === exportId ? TEXTS[found.state] : undefined;
      return text && { text, values: { days: EXPORT_DAYS }, path: EXPORT_PAGE };
    });
  },
};

const TEXTS: Partial<Record<ExportState, TextKey>> = { ready: 'notify.exports.ready', failed: 'notify.exports.failed' };
