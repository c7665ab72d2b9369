/** Where a sign-in was begun, so that its end leads back there: a path of our own site, `/` when it is anything else. */
export function ownPath(value: string | null | undefined): string {
  if (value === null || value === undefined || value.length > 512 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value))
    return '/';
  const url = new URL(value, 'http://own');
  // Dots and their codes are gone by now, and may have left two slashes.
  if (
    url.host !== 'own' ||
    url.pathname.startsWith('//') ||
    /^\/(?:[a-z]{2}-[A-Z]{2}\/)?(?:login|api|confirmation)(?:\/|$)/.test(url.pathname)
  )
    return '/';
  return url.pathname + url.search + url.hash;
}
