import type { Selectable } from 'kysely';

import type { DB } from './tables.ts';

/** `Pick<Row<'items'>, 'item_id' | 'rev'>`: a bigint is a string, so that no digit is lost, and JSON is unknown. */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>;

/** `Columns<'items', { map: ItemMap }>`: those of which more is known than a `Row` says, or null by an outer join. */
export type Columns<
  Table extends keyof DB,
  Types extends { [Name in keyof Types]: Name extends keyof Row<Table> ? Row<Table>[Name] | null : never },
> = Types;
