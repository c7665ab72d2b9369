const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** In the largest unit that fits, by thousands. */
export function byteSize(
  formatNumber: (value: number, options?: Intl.NumberFormatOptions) => string,
  bytes: number,
): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unitDisplay = step === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit: UNITS[step] ?? 'byte', unitDisplay, maximumFractionDigits: 1 } as const;
  return formatNumber(bytes / 1000 ** step, options);
}
