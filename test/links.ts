/** Where the Link header of an answer leads, by relation; nowhere without one. */
export function linksOf({ headers }: Pick<Response, 'headers'>): { next?: string; prev?: string } {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(next|prev)"/g);
  return Object.fromEntries(Array.from(links, ([, address, rel]) => [rel, address]));
}
