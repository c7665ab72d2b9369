import type { Queryable } from './database.server.ts';
import { sql } from './sql.server.ts';

/** In a transaction: of `work` that throws nothing is left, and the transaction goes on. */
export async function atSavepoint<Result>(db: Queryable, work: () => Promise<Result>): Promise<Result> {
  await db.query(sql`savepoint before_work`);
  try {
    const result = await work();
    await db.query(sql`release savepoint before_work`);
    return result;
  } catch (error) {
    // Where that fails, too, the whole transaction does.
    await db.query(sql`rollback to savepoint before_work`).catch(() => {});
    throw error;
  }
}
