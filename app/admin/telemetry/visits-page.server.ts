import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { unclearForm } from '#app/current/problems.ts';
import { countVisitorsNow } from '#app/telemetry/visits/live.server.ts';
import {
  addSpamSource,
  listSpamSources,
  parseSpamSource,
  removeSpamSource,
} from '#app/telemetry/visits/spam-sources.server.ts';
import { findVisits } from '#app/telemetry/visits/visits.server.ts';
import { DIMENSIONS, readVisitsQuery } from '#app/telemetry/visits/visits.ts';
import type { VisitsQuery } from '#app/telemetry/visits/visits.ts';
import { Problem } from '#lib/problem.ts';

const SHORT = 7;
const WHOLE = 500;

/** What the page shows by its address. Needs staff. @throws Problem 401 or 403 */
export async function loadVisitsPage(current: Current, params: URLSearchParams) {
  const query = readQuery(current, params);
  const { by } = query;
  const dimensions = by === undefined ? DIMENSIONS.filter((one) => hasTold(one, query)) : [by];
  const [figures, visitorsNow, spamSources] = await Promise.all([
    findVisits(current, query, dimensions, by === undefined ? SHORT : WHOLE),
    countVisitorsNow(current),
    by === 'source' ? listSpamSources(current) : undefined,
  ]);
  return { query, figures, visitorsNow, spamSources };
}

export const VISIT_INTENTS: FormIntents = {
  'visits.addSpam': {
    least: 'staff',
    audit: 'spamSource.add',
    text: 'admin.telemetry.spamAdded',
    run: async (current, fields) => {
      const host = parseSpamSource(fields.text('host'));
      if (host === undefined) throw new Problem(unclearForm, { fields: { host: 'the name of a site' } });
      await addSpamSource(current, host);
    },
  },
  'visits.removeSpam': {
    least: 'staff',
    audit: 'spamSource.remove',
    text: 'admin.telemetry.spamRemoved',
    run: (current, fields) => removeSpamSource(current, fields.text('host')),
  },
};

/** Of the days until today. */
export function readQuery({ now }: Current, params: URLSearchParams): VisitsQuery {
  return readVisitsQuery(params, now().toISOString().slice(0, 10));
}

/** A page alone would be the one value of its list. */
function hasTold(dimension: (typeof DIMENSIONS)[number], { path, isBelow }: VisitsQuery): boolean {
  return dimension !== 'path' || path === undefined || isBelow;
}
