const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

type FormatNumber = (value: number, options: Intl.NumberFormatOptions) => string;

/** Of a file, in the unit in which it has at most three digits. */
export function formatSize(bytes: number, formatNumber: FormatNumber): string {
  const at = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** at;
  return formatNumber(value, { style: 'unit', unit: UNITS[at], maximumFractionDigits: value < 10 ? 1 : 0 });
}
