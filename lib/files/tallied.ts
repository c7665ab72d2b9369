/** The same stream. @param onEnd is told once how many bytes of it were taken: at its end, when it fails, or when it is cancelled */
export function tallied(
  stream: ReadableStream<Uint8Array>,
  onEnd: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read().catch((error: unknown) => {
          onEnd(bytes);
          throw error;
        });
        if (!done) {
          bytes += value.byteLength;
          return controller.enqueue(value);
        }
        controller.close();
        onEnd(bytes);
      },
      cancel: (reason) => {
        onEnd(bytes);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
