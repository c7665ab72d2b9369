export interface TriedRequest {
  readonly method: string;
  /** From the path on, or a whole address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface TriedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As it came; JSON is laid out. At most `MAX_CHARACTERS`. */
  readonly body: string;
  readonly isCut: boolean;
}

const MAX_CHARACTERS = 200_000;

/** As a stranger: neither cookies of this site go with it, nor does it set any. @throws when it was not answered */
export async function sendRequest(
  { method, url, headers, body }: TriedRequest,
  signal: AbortSignal,
): Promise<TriedAnswer> {
  const started = performance.now();
  const response = await fetch(url, {
    method,
    headers,
    body,
    signal,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    redirect: 'manual',
  });
  const milliseconds = Math.round(performance.now() - started);
  const text = await readSome(response);
  const { status, statusText } = response;
  const isCut = text.length > MAX_CHARACTERS;
  return {
    status,
    statusText,
    milliseconds,
    isCut,
    headers: [...response.headers].toSorted(([one], [other]) => one.localeCompare(other)),
    body: laidOut(isCut ? text.slice(0, MAX_CHARACTERS) : text),
  };
}

/** A stream of events does not end by itself. */
async function readSome(response: Response): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  let text = '';
  while (text.length <= MAX_CHARACTERS) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (isStream) break;
  }
  await reader.cancel();
  return text;
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
