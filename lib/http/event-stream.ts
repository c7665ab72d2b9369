/** A server-sent event (WHATWG HTML §9.2). */
interface ServerEvent {
  /** Comes back as `Last-Event-ID`; without `data` clients only store it. */
  id?: string;
  event?: string;
  data?: string;
  /** Milliseconds until a disconnected client reconnects. */
  retry?: number;
  comment?: string;
}

export const EVENT_STREAM = 'text/event-stream';
/** Tells proxies not to buffer, too. */
export const EVENT_HEADERS = { 'content-type': EVENT_STREAM, 'x-accel-buffering': 'no' };

export function acceptsEvents(accept: string | null): boolean {
  return accept?.split(',').some((type) => type.split(';')[0]?.trim().toLowerCase() === EVENT_STREAM) ?? false;
}

/** No member but `data` may have line breaks. */
export function eventText({ comment, retry, id, event, data }: ServerEvent): string {
  const lines = [
    ...(comment === undefined ? [] : [`: ${comment}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [] : data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`)),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** Pulls a piece when the last one is sent, so that nothing piles up for slow readers. `left` aborts when one goes. */
export function createByteStream(
  write: (left: AbortSignal) => AsyncGenerator<Uint8Array, void>,
): ReadableStream<Uint8Array> {
  const reader = new AbortController();
  const pieces = write(reader.signal);
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        reader.abort();
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The `data` of each event of a stream, until it ends; a comment has none. */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (data: string) => void,
): Promise<void> {
  let text = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const lines = event.split('\n').filter((line) => line.startsWith('data: '));
      if (lines.length > 0) take(lines.map((line) => line.slice('data: '.length)).join('\n'));
    }
  }
}
