import { spellingOf } from './pages.server.ts';

interface Look {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
}

/** The way to the one address of a page, for whoever asked for another spelling of it. */
export function movedTo({ request, path, search }: Look): Response | undefined {
  const isLook = request.method === 'GET' || request.method === 'HEAD';
  // Two slashes at the start would lead to another host.
  if (!isLook || path.startsWith('//') || path.endsWith('.data')) return undefined;
  const spelling = spellingOf(path);
  if (spelling === undefined || spelling === path || spelling.startsWith('//')) return undefined;
  return new Response(null, { status: 308, headers: { location: spelling + search } });
}
