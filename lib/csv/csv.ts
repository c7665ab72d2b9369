export type CsvLine = readonly (string | number)[];

/** Lines of cells, as spreadsheets read them (RFC 4180). */
export function writeCsv(lines: readonly CsvLine[]): string {
  return lines.map((line) => `${line.map(writeCell).join(',')}\r\n`).join('');
}

/**
 * A text that a spreadsheet would take for a formula, also by the wide signs of East Asian keyboards, gets a quote before it:
 * at its start and, because many countries' spreadsheets split lines there, too, after a semicolon, a tab or a line's end. One
 * that has such a quote already gets another, so that `readCell` gives each text back.
 */
function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(/(?<=^|[;\t\r\n])'*[=+\-@＝＋－＠]|^'*[\t\r\n]/g, "'$&");
  return /[";,\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell as it was before `writeCsv`, without the quotes that keep spreadsheets from making formulas of it. */
export function readCell(cell: string): string {
  return cell.replaceAll(/(?<=^|[;\t\r\n])'('*[=+\-@＝＋－＠])|^'('*[\t\r\n])/g, '$1$2');
}
