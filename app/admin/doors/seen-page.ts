import { useLocation, useMatches } from 'react-router';

import { pathWithoutLocale } from '#app/current/locale.ts';

/** Without a locale: where players see what stands here, which pages of staff name as `seenAt` in their data; else this page. */
export function useSeenPage(): string {
  const { pathname, search } = useLocation();
  const named = useMatches().map(({ loaderData }) => findSeenAt(loaderData));
  return named.findLast((path) => path !== undefined) ?? pathWithoutLocale(pathname) + search;
}

function findSeenAt(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'seenAt' in data && typeof data.seenAt === 'string'
    ? data.seenAt
    : undefined;
}
