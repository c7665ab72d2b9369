import type { Current } from '#app/current/current.server.ts';
import type { CsvLine } from '#lib/csv/csv.ts';

import { findVisits } from './visits.server.ts';
import type { ViewSums, VisitsQuery } from './visits.ts';

const MAX_LINES = 50_000;

/** All values of a dimension, or without one each hour, day or month. Needs staff. @throws Problem 401 or 403 */
export async function exportVisits(current: Current, query: VisitsQuery): Promise<CsvLine[]> {
  const { by } = query;
  const { series, lists } = await findVisits(current, query, by === undefined ? [] : [by], MAX_LINES);
  const lines =
    by === undefined
      ? series.map((one) => toLine(one.at, one, one.before?.visits))
      : (lists[by] ?? []).map((one) => toLine(one.value, one, one.visitsBefore));
  return [[by ?? 'at', ...NAMES, 'visitsBefore'], ...lines];
}

const NAMES = ['views', 'visitors', 'visits', 'bounces', 'seconds'] as const satisfies (keyof ViewSums)[];

function toLine(name: string, sums: ViewSums, visitsBefore: number | undefined): CsvLine {
  return [name, ...NAMES.map((one) => sums[one]), visitsBefore ?? ''];
}
