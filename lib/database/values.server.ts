import pg from 'pg';

/** The driver's own parsers (regular expressions) take a good part of a search; plain cases are parsed directly. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format = 'text') => {
    const usual = pg.types.getTypeParser(oid, format) as (text: string) => unknown;
    const plain = format === 'text' ? PLAIN.get(oid) : undefined;
    return plain === undefined ? usual : (text: string) => plain(text) ?? usual(text);
  },
};

/** By type OID: parsers of plain values, which answer undefined for all others. */
const PLAIN = new Map<number, (text: string) => unknown>([
  [1184, readTimestamp],
  [1009, readTextArray],
]);

/** `2026-11-20 07:30:00.123+00`, as a connection in UTC writes the years 1 to 9999. */
function readTimestamp(text: string): Date | undefined {
  if (!text.endsWith('+00') || text[10] !== ' ' || text.length > 29) return undefined;
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** `{blog,topic:news}`; members that need it are quoted, and a null is written NULL. */
function readTextArray(text: string): string[] | undefined {
  if (text === '{}') return [];
  if (!text.startsWith('{') || /["\\]|NULL/i.test(text) || text.lastIndexOf('{') > 0) return undefined;
  return text.slice(1, -1).split(',');
}
