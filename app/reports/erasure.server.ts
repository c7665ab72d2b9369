import type { PersonalData } from '#app/current/personal-data.server.ts';

export const reportErasure = {
  fates: {
    'reported_things.author_id': 'unnamed',
    'reported_things.thing_id': 'gone',
    'reports.reporter_id': 'unnamed',
    'reports.thing_id': 'gone',
    'report_decisions.author_id': 'unnamed',
    'report_decisions.decided_by': 'unnamed',
    'report_decisions.thing_id': 'gone',
  },
} as const satisfies PersonalData;
