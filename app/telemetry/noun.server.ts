import type { Noun } from '#app/noun/noun.server.ts';

import { telemetryAnswers } from './answers.server.ts';
import { datasetAudit } from './datasets/audit-kinds.server.ts';
import { telemetryErasure } from './erasure.server.ts';
import { issueAudit } from './issues/audit-kinds.server.ts';
import { newIssue, regressedIssue, risingIssue } from './issues/event-kinds.server.ts';
import type { FindStaff } from './issues/grouping.server.ts';
import { telemetryJobs } from './jobs.server.ts';
import { seedVisits } from './visits/seed-visits.server.ts';
import { spamSourceAudit } from './visits/spam-sources.server.ts';
import { brokenBudget } from './vitals/event-kinds.server.ts';

/** @param findStaff whom errors that come again are told */
export const telemetry = (findStaff: FindStaff): Noun => ({
  name: 'telemetry',
  answers: telemetryAnswers,
  meanings: {
    parameters: {
      'telemetry data': 'What happened, the earliest first.',
      'telemetry dataset': 'The data set, by its name.',
    },
  },
  seed: seedVisits,
  jobs: (current) => telemetryJobs(current, findStaff),
  audit: [issueAudit, datasetAudit, spamSourceAudit],
  events: [newIssue, regressedIssue, risingIssue, brokenBudget],
  userIds: { telemetry_issues: ['user_id'] },
  withheld: { 'telemetry_issues.user_id': 'staff' },
  ...telemetryErasure,
});
