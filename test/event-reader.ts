/** An event of a stream, as a client sees it. */
interface ReceivedEvent {
  event: string;
  data: string;
}

/** Reads server-sent events as a browser does: it notes ids, and leaves comments out. */
export class EventReader {
  /** What is brought back as `Last-Event-ID`. */
  lastId: string | undefined;
  comments = 0;
  retry: number | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #blocks: EventBlock[] = [];
  #text = '';

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<ReceivedEvent | undefined> {
    while (this.#blocks.length === 0) {
      if (!(await this.readPiece())) return undefined;
    }
    const event = this.#blocks.shift();
    this.#note(event?.id);
    this.#passIds();
    return event;
  }

  /** Reads until a comment or the end comes; answers whether a comment did. */
  async nextComment(): Promise<boolean> {
    const { comments } = this;
    while (this.comments === comments) {
      if (!(await this.readPiece())) return false;
    }
    return true;
  }

  async readPiece(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (done) return false;
    this.#text += this.#decoder.decode(value, { stream: true });
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) this.#take(block.split('\n'));
    this.#passIds();
    return true;
  }

  /** Leaves, in the middle of whatever comes. */
  async cut(): Promise<void> {
    await this.#reader.cancel();
  }

  /** Ids count when their turn comes, not when they arrive. */
  #passIds(): void {
    while (this.#blocks[0]?.data === '') this.#note(this.#blocks.shift()?.id);
  }

  #note(id: string | undefined): void {
    this.lastId = id ?? this.lastId;
  }

  #take(lines: string[]): void {
    const block: EventBlock = { event: 'message', data: '', id: undefined };
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
      if (name === '') this.comments += 1;
      else if (name === 'id') block.id = value;
      else if (name === 'event') block.event = value;
      else if (name === 'data') block.data += value;
      else if (name === 'retry') this.retry = Number(value);
    }
    this.#blocks.push(block);
  }
}

interface EventBlock extends ReceivedEvent {
  id: string | undefined;
}
