/** Every GET carries it for the browser's cache; the server ignores it. */
export const CACHE_PARAMETER = 'local-cache-id';

/** A list is joined by commas; undefined leaves the parameter out. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** @returns '' when a parameter is missing, empty or a dot segment, which would change where the path leads */
export function fillPath(path: string, params: Record<string, string | number>): string {
  let isWhole = true;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    isWhole &&= value !== '' && value !== '.' && value !== '..';
    return encodeURIComponent(value);
  });
  return isWhole ? filled : '';
}

export function withQuery(url: string, query: Record<string, QueryValue>): string {
  const [address = '', search] = url.split('?', 2);
  if (address === '') return '';
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, String(value));
  }
  return parameters.size === 0 ? address : `${address}?${parameters}`;
}

/** An absolute address stays as it is, and so does an empty one. */
export function joinAddress(base = '/', url = ''): string {
  return url === '' || /^https?:/.test(url) ? url : `${base.replace(/\/$/, '')}${url}`;
}
