/** Of the editor of a release. */
export function releasePath(
  { app, version, role = 'public' }: { app: string; version: string; role?: string | undefined },
  query: Readonly<Record<string, string>> = {},
  page = '',
): string {
  const all = new URLSearchParams({ ...(role !== 'public' && { role }), ...query }).toString();
  return `/editor/releases/${app}/${encodeURIComponent(version)}${page}${all === '' ? '' : `?${all}`}`;
}

export function releasePreviewPath(token: string): string {
  return `/preview/release/${token}`;
}
