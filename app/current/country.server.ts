import type { Config } from './config/config.server.ts';

/** Of a request, two capital letters, as a proxy of ours told; '' where none does or none knows it. */
export function readCountry({ COUNTRY_HEADER }: Pick<Config, 'COUNTRY_HEADER'>, headers: Headers): string {
  const told = COUNTRY_HEADER === undefined ? null : headers.get(COUNTRY_HEADER);
  // XX and ZZ say that nobody knows.
  return told !== null && /^[A-Z]{2}$/.test(told) && !/^(?:XX|ZZ)$/.test(told) ? told : '';
}
