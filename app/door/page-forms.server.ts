import type { FormHandle } from '#app/current/page/handle.ts';
import { isUtf8Form, readBytes, readText, requireUtf8Charset } from '#lib/calls/body.server.ts';
import { invalidBody, methodNotAllowed, unsupportedType } from '#lib/calls/problems.ts';
import { Problem } from '#lib/problem.ts';

const MAX_FORM_BYTES = 64 * 1024;

/** @throws Problem 405 for another method than POST, 413, 415 for another type, 400 for text that is no UTF-8 or has a null character */
export async function readPageForm(
  request: Request,
  { maxFormBytes = MAX_FORM_BYTES, maxFileFormBytes }: FormHandle = {},
): Promise<Request> {
  const { url, method, headers, signal } = request;
  if (method !== 'POST') throw new Problem(methodNotAllowed);
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  requireUtf8Charset(type);
  if (maxFileFormBytes !== undefined && type.startsWith('multipart/form-data')) {
    return readFileForm(request, maxFileFormBytes);
  }
  const text = await readText(request, maxFormBytes);
  if (text !== '' && !type.startsWith('application/x-www-form-urlencoded')) throw new Problem(unsupportedType);
  if (/%00|\0/.test(text) || !isUtf8Form(text)) throw new Problem(invalidBody);
  const form = new Headers(headers);
  form.set('content-type', 'application/x-www-form-urlencoded');
  return new Request(url, { method, headers: form, body: text, signal });
}

/** Once it is whole and has been read, so that the screen's action gets a form. @throws Problem 400, 413 as soon as it is longer */
async function readFileForm(request: Request, maxBytes: number): Promise<Request> {
  const { url, method, headers, signal } = request;
  const body = await readBytes(request, maxBytes);
  const type = headers.get('content-type') ?? '';
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined);
  const isStorable = (value: FormDataEntryValue) => !(typeof value === 'string' ? value : value.name).includes('\0');
  if (form === undefined || ![...form.values()].every(isStorable)) throw new Problem(invalidBody);
  return new Request(url, { method, headers, body, signal });
}
