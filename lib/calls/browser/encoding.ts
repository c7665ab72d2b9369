import type { Call } from '../call.ts';

/** The body of a call that takes bytes. A stream is none: browsers send one only over some connections. */
export type CallBody = Exclude<BodyInit, ReadableStream>;

/** Writes the body as its call takes it, and says its type in `headers` where `fetch` would not. */
export function bodyOf(call: Call, body: unknown, asForm: boolean, headers: Headers): CallBody | null {
  if (call.body === undefined || body === undefined) return null;
  if (call.body === 'bytes') return body as CallBody;
  if (asForm) return formOf(body as object);
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}

/** A form of the fields: text as it is, all else as JSON, and so is text that would be taken for JSON. */
function formOf(fields: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue;
    form.set(name, typeof value === 'string' && !isJsonText(value) ? value : JSON.stringify(value));
  }
  return form;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
