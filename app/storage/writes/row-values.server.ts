/** The values of one row of a statement that writes several: columns of its table `w`, which comes in as arrays. */
export class RowValues {
  readonly list: unknown[] = [];
  readonly #types: string[] = [];

  /** @returns the column, such as `w.v3` */
  add(value: unknown, type: string): string {
    const isList = Array.isArray(value);
    this.list.push(isList ? arrayText(value) : value);
    this.#types.push(isList ? 'text' : type);
    const column = `w.v${this.list.length}`;
    return isList ? `${column}::${type}` : column;
  }

  /** The rows, out of one array for each column. @param after how many other values the statement has before them */
  select(after: number): string {
    // Arrays that the planner cannot look into, so that it does not plan anew for each length.
    const arrays = this.#types.map((type, at) => `(select $${after + at + 1}::${type}[])`);
    const columns = this.#types.map((_, at) => `v${at + 1}`);
    return `select * from unnest(${arrays.join(', ')}) w(${columns.join(', ')})`;
  }
}

/** A list as PostgreSQL writes it, because lists of different lengths make no array of arrays. */
export function arrayText(members: readonly unknown[]): string {
  return `{${members.map((member) => `"${String(member).replaceAll(/["\\]/g, '\\$&')}"`).join()}}`;
}
