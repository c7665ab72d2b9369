import { readText } from '#lib/calls/body.server.ts';
import { badAddress, invalidBody, methodNotAllowed, notFound, unsupportedType } from '#lib/calls/problems.ts';
import { Problem } from '#lib/problem.ts';

/** PostgreSQL stores no null character. @throws Problem 404 in a path, 400 in a query */
export function requireAddress({ path, search }: { readonly path: string; readonly search: string }): void {
  if (path.includes('%00')) throw new Problem(notFound);
  if (search.includes('%00')) throw new Problem(badAddress);
}

const MAX_BYTES = 64 * 1024;

/**
 * Reads the form of a page whole, and normalizes its type for the screen's action.
 * @throws Problem 405 for another method than POST, 413, 415 for another type than our forms have, 400 for text with a
 *   null character
 */
export async function readPageForm(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request;
  if (method !== 'POST') throw new Problem(methodNotAllowed);
  const text = await readText(request, MAX_BYTES);
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  if (text !== '' && !type.startsWith('application/x-www-form-urlencoded')) throw new Problem(unsupportedType);
  if (/%00|\0/.test(text)) throw new Problem(invalidBody);
  const form = new Headers(headers);
  form.set('content-type', 'application/x-www-form-urlencoded');
  return new Request(url, { method, headers: form, body: text, signal });
}
