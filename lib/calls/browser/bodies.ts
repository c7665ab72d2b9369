import type { ProblemBody } from '#lib/problem.ts';

import { CallError, unexplained } from './call-error.ts';

/** The member `data` of the JSON, else the whole; text when it is no JSON, undefined when empty. */
export async function readData<Data>(response: Response): Promise<Data> {
  const text = await response.text();
  // The contract promises the shape; it is not checked again here.
  return unwrap(text === '' ? undefined : isJson(response) ? JSON.parse(text) : text) as Data;
}

export function readBlob(response: Response): Promise<Blob> {
  return response.blob();
}

/** The refusal that the server wrote, or 'Something went wrong.' where something before it answered. */
export async function readRefusal(response: Response): Promise<CallError> {
  const text = await response.text();
  const { status } = response;
  if (text === '' || !isJson(response)) return new CallError({ ...unexplained, status });
  const {
    message = unexplained.message,
    code = unexplained.code,
    fields = {},
    page,
  } = JSON.parse(text) as Partial<ProblemBody>;
  return new CallError({ status, code, message }, { fields, page });
}

function unwrap(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
}

function isJson(response: Response): boolean {
  return /^application\/(.+\+)?json\b/.test(response.headers.get('content-type') ?? '');
}
