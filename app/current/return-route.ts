import { decodeAll, routeSegments } from '#lib/http/route-segments.ts';

import { inLocale } from './locale.ts';
import type { LocaleParams } from './locale.ts';

const MAX_LENGTH = 512;
/** Nobody returns to these: they act for whoever wrote the link. */
const EXCLUDED = new Set(['api', 'confirmation']);
/** Pages of staff below an excluded one. */
const DOCS = 'api/docs';
/** URL parsers drop tabs and line breaks. */
const LIKE_HOST = /^\/(?:%0[9ad])*[/\\]/i;

/** The address of a page of this site, never that of its data; of a sign-in where that returns; `/` for anything else. */
export function ownPath(value: string | null | undefined): string {
  if (value === null || value === undefined || value.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value))
    return '/';
  const url = new URL(value, 'http://own');
  // What is left may end in a code of a dot, which the URL resolves to another page of data.
  for (let before = ''; before !== url.pathname; url.pathname = withoutDataSuffix(before)) before = url.pathname;
  const { pathname } = url;
  // The URL has resolved dots and their codes, which may leave two slashes.
  const [first = '', second] = routeSegments(pathname);
  if (url.host !== 'own' || LIKE_HOST.test(pathname)) return '/';
  // The panel opens on the page of the sign-in too.
  if (first === 'login' && second !== 'success' && second !== 'device')
    return ownPath(url.searchParams.get('returnTo'));
  if (EXCLUDED.has(first) && `${first}/${second}` !== DOCS) return '/';
  return pathname + pageQuery(url.search) + url.hash;
}

/** The sign-in that returns to a page. @param page its address, or that of its data  @param hash with its `#` */
export function loginPath({ pathname, search }: URL, params: LocaleParams, hash = ''): string {
  return `${inLocale(params, '/login')}?returnTo=${encodeURIComponent(ownPath(pathname + search + hash))}`;
}

/** However many there are, which React Router asks for the data of a page; an address of them alone is long. */
function withoutDataSuffix(pathname: string): string {
  const small = pathname.toLowerCase();
  let end = small.length;
  for (;;) {
    let last = end;
    while (small[last - 1] === '/') last -= 1;
    const suffix = ['.data', '%2edata'].find((one) => small.endsWith(one, last));
    if (suffix === undefined) return pathname.slice(0, end) || '/';
    end = last - suffix.length;
    end -= ['/_root', '/_'].find((one) => small.endsWith(one, end))?.length ?? 0;
  }
}

/** Without the parameters by which React Router asks for parts of a page's data. */
function pageQuery(search: string): string {
  const remaining = search
    .slice(1)
    .split('&')
    .filter((parameter) => !/^(?:_routes(?:=|$)|index=?$)/.test(decodeAll(parameter)));
  const query = remaining.join('&');
  return query === '' ? '' : `?${query}`;
}
