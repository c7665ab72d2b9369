import { channel } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

import { SQL_CHANNEL } from '#lib/database/sql.server.ts';

/** In a run of all tests every worker writes down the statements that it sent, one JSON of `SqlMessage` in a line. */
const folder = process.env.SQL_RECORDS;
const sent = channel(SQL_CHANNEL);
if (folder !== undefined && !sent.hasSubscribers) {
  const file = join(folder, `${process.pid}-${threadId}.jsonl`);
  sent.subscribe((message) => appendFileSync(file, `${JSON.stringify(message)}\n`));
}
