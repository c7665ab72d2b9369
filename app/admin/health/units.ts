const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** By thousands, such as 12 MB. */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const options = { style: 'unit', unit: UNITS[step] ?? 'byte', maximumFractionDigits: step === 0 ? 0 : 1 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** step);
}

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** In its largest unit, such as 5 minutes. */
export function formatSpan(milliseconds: number, locale: string): string {
  const [unit, size] = SPANS.find((span) => milliseconds >= span[1]) ?? (['second', 1000] as const);
  const options = {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: unit === 'second' ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(locale, options).format(milliseconds / size);
}
