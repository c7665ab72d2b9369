import * as z from 'zod/mini';

import { CACHE_PARAMETER } from './browser/address.ts';

export function pageLimit(max: number, byDefault: number) {
  const sentence = `a whole number from 1 to ${max}`;
  return z._default(z.pipe(digits, wholeNumber(sentence).check(z.maximum(max, sentence))), byDefault);
}

/** More is read as `max`, and so is any spelling of a number that JavaScript reads. */
export function clampedLimit(max: number, byDefault: number) {
  const limit = wholeNumber('a whole number from 1').check(
    z.overwrite((wanted) => Math.min(wanted, max)),
    z.meta({ maximum: max }),
  );
  return z._default(limit, byDefault);
}

function wholeNumber(sentence: string) {
  return z.coerce.number(sentence).check(z.int(sentence), z.minimum(1, sentence));
}

/** JavaScript reads '1e1', '0x10' and ' 5 ' as numbers too. */
const digits = z.transform((value) => (typeof value === 'string' && !/^\d{1,4}$/.test(value) ? Number.NaN : value));

/** The query parameters of the neighbouring pages. */
export interface PageLinks {
  readonly next?: PageStart | undefined;
  readonly prev?: PageStart | undefined;
}

/** Where one of them is undefined, there is no such page. */
export type PageStart = Readonly<Record<string, string | number | undefined>>;

/** The header `Link` (RFC 8288), from the request's `url` with another start; no header when there is no other page. */
export function linkHeaders(url: string, pages: PageLinks): Record<string, string> {
  const links = Object.entries(pages).flatMap(([rel, start]) => {
    const address = start && pathToPage(url, start, Object.values(pages));
    return address === undefined ? [] : [{ rel, href: address }];
  });
  return headersOfLinks(links);
}

/** The same of addresses that are known. @param origin of those that begin with a path */
export function headersOfLinks(
  links: readonly { readonly rel: string; readonly href: string }[],
  origin = '',
): Record<string, string> {
  if (links.length === 0) return {};
  return { link: links.map(({ rel, href }) => `<${origin}${href}>; rel="${rel}"`).join(', ') };
}

function pathToPage(url: string, start: PageStart, all: readonly (PageStart | undefined)[]): string | undefined {
  const entries = Object.entries(start);
  if (entries.some(([, value]) => value === undefined)) return undefined;
  const { pathname, searchParams } = new URL(url);
  for (const other of [CACHE_PARAMETER, ...all.flatMap((one) => Object.keys(one ?? {}))]) searchParams.delete(other);
  for (const [name, value] of entries) searchParams.set(name, String(value));
  return `${pathname}?${searchParams}`;
}
