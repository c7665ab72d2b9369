import type { Erasure, PersonalData } from '#app/current/personal-data.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { listOwners } from './exports.server.ts';

/** With their files; one that is made just now ends when it says that it lives. */
const copies: Erasure = {
  name: 'exports.copies',
  run: async ({ db, files }, person) => {
    const rows = await db.query<Pick<Row<'data_exports'>, 'file_key'>>(sql`
      delete from data_exports where owner = any(${listOwners(person)}::text[]) returning file_key`);
    // Of one that is killed before, the sweep of files without rows removes it.
    for (const { file_key: key } of rows) if (key !== null) await files.remove(key);
    return { changed: rows.length, next: undefined };
  },
};

export const exportErasure = {
  fates: {
    'data_exports.owner': 'erased',
    'data_exports.user_id': 'erased',
    'data_exports.email': 'erased',
    'data_exports.file_key': 'row',
  },
  erasures: [copies],
} as const satisfies PersonalData;
