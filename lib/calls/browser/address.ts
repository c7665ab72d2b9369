/** What a client adds to the address of every GET for its cache. It says nothing about what is asked. */
export const CACHE_PARAMETER = 'local-cache-id';

/** A list becomes members separated by commas; undefined stands for no such parameter. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/**
 * A call's path with its parameters filled in.
 * @returns '' when a parameter is missing, empty or a dot segment, which would change where the path leads
 */
export function fillPath(path: string, params: Record<string, string | number>): string {
  let isWhole = true;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    isWhole &&= value !== '' && value !== '.' && value !== '..';
    return encodeURIComponent(value);
  });
  return isWhole ? filled : '';
}

/** The address with these parameters set, in place of those of the same name. */
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

/** Puts the base in front of a path; an absolute address stays, and so does an empty one. */
export function joinAddress(base = '/', url = ''): string {
  return url === '' || /^https?:/.test(url) ? url : `${base.replace(/\/$/, '')}${url}`;
}
