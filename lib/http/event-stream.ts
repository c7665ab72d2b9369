/** What server-sent events are made of (WHATWG HTML §9.2). */
export interface ServerEvent {
  /** What a client brings back as `Last-Event-ID`; without `data` it is only noted. */
  id?: string;
  event?: string;
  data?: string;
  /** Milliseconds after which a client that was cut off comes back. */
  retry?: number;
  /** For nobody; it keeps the connection alive. */
  comment?: string;
}

export const EVENT_STREAM = 'text/event-stream';

/** Whether an `Accept` header asks for events. */
export function acceptsEvents(accept: string | null): boolean {
  return accept?.split(',').some((type) => type.split(';')[0]?.trim().toLowerCase() === EVENT_STREAM) ?? false;
}

/** An event as it is sent. No member but `data` may have line breaks. */
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

/**
 * What `write` yields, as a body. It is asked for the next piece when the last one is on its way, so that nothing piles up
 * for a slow reader. `left` is aborted when the reader goes.
 */
export function streamOf(write: (left: AbortSignal) => AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
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
