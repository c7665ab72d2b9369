import type { Selectable } from 'kysely';

import type { DB } from './tables.ts';

/** `Pick<Row<'items'>, 'item_id' | 'rev'>`: a bigint is a string, so that no digit is lost, and JSON is unknown. */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>;
