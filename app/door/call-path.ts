import { GROUP_NAMES } from '#content/api-docs/call-groups.ts';

const COMMUNITY = '/api/docs/community-edition';
/** Screens below /api (specification §2); all else there are calls. */
const SCREENS = ['/api/docs', COMMUNITY, ...GROUP_NAMES.map((group) => `${COMMUNITY}/${group}`)];

/** As the router asks for pages and for their data. */
const SPELLINGS: ReadonlySet<string> = new Set(
  SCREENS.flatMap((path) => [path, `${path}/`, `${path}.data`, `${path}/_.data`]),
);

export function isCallPath(path: string): boolean {
  return path.startsWith('/api/') && !SPELLINGS.has(path);
}
