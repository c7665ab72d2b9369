import type { Selectable } from 'kysely';

import type { DB } from './tables.ts';

/**
 * What the driver answers for the columns of a table: `Pick<Row<'items'>, 'item_id' | 'rev'>`. A bigint is a string, so
 * that no digit is lost, and JSON is unknown until the deed says what it wrote.
 */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>;
