import type { Current } from '#app/current/current.server.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { getBulkAct, walkBulkRows } from '#app/storage/bulk/acts.server.ts';
import type { BulkKey } from '#app/storage/bulk/acts.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';
import type { CsvLine } from '#lib/csv/csv.ts';

import type { Route } from './+types/crate-bulk-csv';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  await getBulkAct(current, params);
  return csvResponse('outcome.csv', linesOf(current, params));
});

async function* linesOf(current: Current, key: BulkKey): AsyncGenerator<CsvLine[]> {
  yield [['itemId', 'rev', 'outcome', 'writtenRev', 'undo', 'line', 'reason']];
  for await (const rows of walkBulkRows(current, key)) {
    yield rows.map(({ itemId, rev, outcome, writtenRev, undo, line, reason }) => [
      itemId,
      rev ?? '',
      outcome ?? 'waiting',
      writtenRev ?? '',
      undo ?? '',
      line ?? '',
      reason ?? '',
    ]);
  }
}
