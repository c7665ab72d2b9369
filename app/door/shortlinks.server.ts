import { openLink } from '#app/shortlinks/redirects.server.ts';
import type { LinkVisitor } from '#app/shortlinks/redirects.server.ts';

const START = '/go/';

export function isShortlinkPath(path: string): boolean {
  return path.startsWith(START) && path.length > START.length;
}

/**
 * Leads away without what a page costs. @param headers of the answer
 * @returns undefined where the page of the link has something to show, such as that it has ended
 */
export async function answerShortlink(
  current: Parameters<typeof openLink>[0],
  visitor: LinkVisitor,
  headers: Record<string, string>,
): Promise<Response | undefined> {
  const opened = await openLink(current, visitor.path.slice(START.length), visitor);
  const own = { ...headers, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
  if (opened.is === 'away') return new Response(null, { status: 302, headers: { ...own, location: opened.to } });
  // Any success would be shown to whoever follows the link later, and nobody would be counted.
  return opened.is === 'prefetch' ? new Response(null, { status: 403, headers: own }) : undefined;
}
