const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

type FormatNumber = (value: number, options: Intl.NumberFormatOptions) => string;

/** Of bytes, in the unit in which they have at most three digits; the short name of a byte has no plural. */
export function formatSize(bytes: number, formatNumber: FormatNumber): string {
  const at = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** at;
  const unitDisplay = at === 0 ? 'long' : 'short';
  return formatNumber(value, {
    style: 'unit',
    unit: UNITS[at],
    unitDisplay,
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}
