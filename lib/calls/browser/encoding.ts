import { parseJson } from '#lib/parse-json.ts';

import type { Call } from '../call.ts';

/** Without streams: browsers send those only over some connections. */
export type CallBody = Exclude<BodyInit, ReadableStream>;

/** Encodes the body as its call takes it, and sets its type in `headers` where `fetch` would not. */
export function encodeBody(call: Call, body: unknown, asForm: boolean, headers: Headers): CallBody | null {
  if (call.body === undefined || body === undefined) return null;
  if (call.body === 'bytes') return body as CallBody;
  if (asForm) return encodeForm(body as object);
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}

/** Text stays as it is, all else becomes JSON, and so does text that would be taken for JSON. */
function encodeForm(fields: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue;
    form.set(name, typeof value === 'string' && !isJsonText(value) ? value : JSON.stringify(value));
  }
  return form;
}

function isJsonText(text: string): boolean {
  return parseJson(text) !== undefined;
}
