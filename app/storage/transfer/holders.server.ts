import type { Current } from '#app/current/current.server.ts';

import { HOLDERS_PER_LINE } from './lines.ts';

interface HolderRow {
  item_id: string;
  name: string;
  user_id: string;
  value: number;
  created_at: Date;
}

const PAGE = 2000;

/** Who holds the records of a batch of items, read in one walk beside them. */
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

  /** The lines of one item's records; items are asked for in their order. */
  async *linesOf(itemId: string): AsyncGenerator<string> {
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
  if (first === undefined) return;
  let from = [first, '', ''];
  for (;;) {
    const rows = await current.db.query<HolderRow>(HOLDERS, [crateId, ...from, last, PAGE]);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    from = [end.item_id, end.name, end.user_id];
  }
}

const HOLDERS = {
  name: 'records_export',
  text: `select item_id, name, user_id, value, created_at from item_records
    where crate_id = $1 and (item_id, name, user_id) > ($2, $3, $4) and item_id <= $5
    order by item_id, name, user_id limit $6`,
};
