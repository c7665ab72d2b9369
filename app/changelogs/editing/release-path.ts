/** Of the editor of a release. The router answers `.data` at the end of a path with the data of another page. */
export function releasePath(
  { app, version, role = 'public' }: { app: string; version: string; role?: string | undefined },
  query: Readonly<Record<string, string>> = {},
  page = '',
): string {
  const all = new URLSearchParams({ ...(role !== 'public' && { role }), ...query }).toString();
  return `/editor/releases/${app}/${encodeURIComponent(version)}${version.endsWith('.data') ? BEHIND_DATA : ''}${page}${all === '' ? '' : `?${all}`}`;
}

/** No version has it. */
const BEHIND_DATA = '~';

export function versionInPath(segment: string): string {
  return segment.endsWith(BEHIND_DATA) ? segment.slice(0, -BEHIND_DATA.length) : segment;
}

export function releasePreviewPath(token: string): string {
  return `/preview/release/${token}`;
}
