/** A path of this site, `/` for anything else. */
export function ownPath(value: string | null | undefined): string {
  if (value === null || value === undefined || value.length > 512 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value))
    return '/';
  const url = new URL(value, 'http://own');
  // The URL has resolved dots and their codes, which may leave two slashes.
  if (
    url.host !== 'own' ||
    url.pathname.startsWith('//') ||
    /^\/(?:[a-z]{2}-[A-Z]{2}\/)?(?:login|api|confirmation)(?:\/|$)/.test(url.pathname)
  )
    return '/';
  return url.pathname + url.search + url.hash;
}
