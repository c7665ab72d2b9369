import { canonicalPathOf } from './pages.server.ts';

interface RedirectRequest {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
}

/** The way to the one address of a page, for whoever asked for another spelling of it. */
export function redirectToCanonical({ request, path, search }: RedirectRequest): Response | undefined {
  const isLook = request.method === 'GET' || request.method === 'HEAD';
  // Two slashes at the start would lead to another host.
  if (!isLook || path.startsWith('//') || path.endsWith('.data')) return undefined;
  const spelling = canonicalPathOf(path);
  if (spelling === undefined || spelling === path || spelling.startsWith('//')) return undefined;
  return new Response(null, { status: 308, headers: { location: spelling + search } });
}
