import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { TextKey } from '#app/current/locale.ts';

import { decideReports, undoReportDecision } from './decisions.server.ts';
import type { ReportKind } from './report-kind.server.ts';
import type { ReportDecision } from './report.ts';
import { reportThing } from './reports.server.ts';

export function reportIntents(kinds: readonly ReportKind[], kind: string, thingId: string): FormIntents {
  return {
    'reports.send': {
      least: 'authenticated',
      text: 'reports.form.sent',
      run: (current, fields) =>
        reportThing(current, kinds, { kind, thingId, reason: fields.text('reason'), words: fields.raw('words') }),
    },
  };
}

export function queueIntents(kinds: readonly ReportKind[]): FormIntents {
  const audit = kinds.flatMap(({ act }) => act.audit);
  return {
    'reports.act': { ...decideBy(kinds, 'act', 'reports.queue.acted'), audit: ['report.act', ...audit] },
    'reports.note': decideBy(kinds, 'note', 'reports.queue.noted'),
    'reports.dismiss': decideBy(kinds, 'dismiss', 'reports.queue.dismissed'),
    'reports.undo': {
      least: 'staff',
      audit: ['report.undo', ...audit],
      text: 'reports.queue.undone',
      run: (current, fields) => undoReportDecision(current, kinds, fields.text('decisionId')),
    },
  };
}

function decideBy(kinds: readonly ReportKind[], decision: ReportDecision, text: TextKey): FormIntent {
  return {
    least: 'staff',
    audit: `report.${decision}`,
    run: async (current, fields) => {
      const [kind, thingId, rev] = [fields.text('kind'), fields.text('thingId'), fields.text('rev')];
      const typed = { kind, thingId, rev, decision, note: fields.text('note') };
      const decisionId = await decideReports(current, kinds, typed);
      return { text, undo: { intent: 'reports.undo', fields: { decisionId } } };
    },
  };
}
