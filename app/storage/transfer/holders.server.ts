import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { HOLDERS_PER_LINE } from './lines.ts';

type HolderRow = Omit<Row<'item_records'>, 'crate_id'>;

const PAGE = 2000;

export class HolderReader {
  readonly #rows: AsyncGenerator<HolderRow>;
  #next: IteratorResult<HolderRow, void> | undefined;

  private constructor(rows: AsyncGenerator<HolderRow>) {
    this.#rows = rows;
  }

  /** @param items in the order of their ids */
  static of(
    current: Current,
    crateId: string,
    items: readonly { item_id: string; has_records: boolean }[],
  ): HolderReader {
    const withRecords = items.filter(({ has_records: hasRecords }) => hasRecords);
    return new HolderReader(walk(current, crateId, withRecords.at(0)?.item_id, withRecords.at(-1)?.item_id));
  }

  /** Must be called in the order of the items' ids. */
  async *readLines(itemId: string): AsyncGenerator<string> {
    let holders: unknown[] = [];
    for (let row = await this.#ahead(); row !== undefined && row.item_id <= itemId; row = await this.#ahead()) {
      this.#next = undefined;
      // An item in the trash keeps its records, and is not exported.
      if (row.item_id !== itemId) continue;
      holders.push([row.name, row.user_id, row.value, row.created_at.toISOString()]);
      if (holders.length < HOLDERS_PER_LINE) continue;
      yield JSON.stringify({ records: holders });
      holders = [];
    }
    if (holders.length > 0) yield JSON.stringify({ records: holders });
  }

  async #ahead(): Promise<HolderRow | undefined> {
    this.#next ??= await this.#rows.next();
    return this.#next.value ?? undefined;
  }
}

async function* walk(
  current: Current,
  crateId: string,
  first: string | undefined,
  last: string | undefined,
): AsyncGenerator<HolderRow, void> {
  if (first === undefined || last === undefined) return;
  let from: Pick<HolderRow, 'item_id' | 'name' | 'user_id'> = { item_id: first, name: '', user_id: '' };
  for (;;) {
    const rows = await current.db
      .query<HolderRow>(sql`select item_id, name, user_id, value, created_at from item_records
      where crate_id = ${crateId} and (item_id, name, user_id) > (${from.item_id}, ${from.name}, ${from.user_id})
        and item_id <= ${last}
      order by item_id, name, user_id limit ${PAGE}`);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    from = end;
  }
}
