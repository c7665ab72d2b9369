interface UploadInit {
  readonly method?: string | undefined;
  readonly headers?: Headers | undefined;
  readonly body?: XMLHttpRequestBodyInit | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * As `fetch`, which cannot tell how much of a body has been sent: streams need HTTP/2, and only some browsers have them.
 * @param onProgress gets the share that is sent, from 0 to 1
 * @throws TypeError without a connection, the signal's reason when aborted
 */
export function fetchWithProgress(
  url: string,
  { method = 'GET', headers, body, signal }: UploadInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    headers?.forEach((value, name) => request.setRequestHeader(name, value));
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('error', () => reject(new TypeError('the connection failed')));
    request.addEventListener('abort', () => reject(signal?.reason as unknown));
    if (signal?.aborted) return reject(signal.reason as unknown);
    request.send(body ?? null);
  });
}

const BODYLESS = new Set([204, 205, 304]);

function toResponse(request: XMLHttpRequest): Response {
  const headers = request
    .getAllResponseHeaders()
    .split('\r\n')
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
    .filter(([name]) => name !== '');
  const body = BODYLESS.has(request.status) ? null : request.responseText;
  return new Response(body, { status: request.status, headers });
}
