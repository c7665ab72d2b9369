import { readText } from '#lib/calls/body.server.ts';
import { badAddress, invalidBody, methodNotAllowed, notFound, unsupportedType } from '#lib/calls/problems.ts';
import { Problem } from '#lib/problem.ts';

/** PostgreSQL keeps no null character: nothing is called by one. @throws Problem 404 in a path, 400 in a query */
export function requireAddress({ path, search }: { readonly path: string; readonly search: string }): void {
  if (path.includes('%00')) throw new Problem(notFound);
  if (search.includes('%00')) throw new Problem(badAddress);
}

/** The forms of pages are a few words. */
const MOST_BYTES = 64 * 1024;

/**
 * The request of a form of a page, read whole, so that the screen's action gets what it can read.
 * @throws Problem 405 for another method than POST, 413, 415 for what browsers do not send by our forms, 400 for text
 * with a null character, which PostgreSQL keeps nowhere
 */
export async function readPageForm(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request;
  if (method !== 'POST') throw new Problem(methodNotAllowed);
  const text = await readText(request, MOST_BYTES);
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  if (text !== '' && !type.startsWith('application/x-www-form-urlencoded')) throw new Problem(unsupportedType);
  if (/%00|\0/.test(text)) throw new Problem(invalidBody);
  const form = new Headers(headers);
  form.set('content-type', 'application/x-www-form-urlencoded');
  return new Request(url, { method, headers: form, body: text, signal });
}
