import type { Listener } from './listener.server.ts';

const PAUSE_MS = 50;

/**
 * Publish and subscribe by topic: subscribers in this process run at once, those of other processes by NOTIFY. A message
 * carries nothing; subscribers look for themselves. Frequent messages are joined, and the last one always gets through.
 */
export class PubSub {
  readonly #listener: Listener;
  readonly #send: (topic: string) => Promise<unknown>;
  readonly #pause: number;
  readonly #subscribers = new Map<string, Set<() => void>>();
  /** Recently notified topics, and whether they were published again since. */
  readonly #notified = new Map<string, boolean>();
  readonly #versions = new Map<string, number>();
  #epoch = 0;

  /** @param send notifies all processes; when it fails, others hear of it late or never */
  constructor(listener: Listener, send: (topic: string) => Promise<unknown>, pause = PAUSE_MS) {
    this.#listener = listener;
    this.#send = send;
    this.#pause = pause;
    listener.watch(
      (payload) => {
        this.#countUp(payload);
        this.#run(payload);
      },
      () => {
        this.#epoch += 1;
        this.#subscribers.keys().forEach((topic) => this.#run(topic));
      },
    );
  }

  publish(topic: string): void {
    this.#countUp(topic);
    if (this.#notified.has(topic)) this.#notified.set(topic, true);
    else this.#notify(topic);
  }

  /** @returns what unsubscribes. Messages may be missed: subscribers also look by themselves now and then. */
  subscribe(topic: string, run: () => void): () => void {
    const subscribers = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, subscribers.add(run));
    return () => {
      subscribers.delete(run);
      if (subscribers.size === 0 && this.#subscribers.get(topic) === subscribers) this.#subscribers.delete(topic);
    };
  }

  /** Changes when one of the topics is published; undefined while messages may be missed. */
  findTopicVersions(topics: readonly string[]): string | undefined {
    if (!this.#listener.isListening()) return undefined;
    return [this.#epoch, ...topics.map((topic) => this.#findVersion(topic))].join(' ');
  }

  /** Notes of which topics an answer that is kept shows something, to know when it is out of date. */
  watchTopics(): TopicWatch {
    return new TopicWatch(this);
  }

  #findVersion(topic: string): number {
    const version = this.#versions.get(topic);
    if (version === undefined) this.#versions.set(topic, 0);
    return version ?? 0;
  }

  #countUp(topic: string): void {
    const version = this.#versions.get(topic);
    if (version !== undefined) this.#versions.set(topic, version + 1);
  }

  #notify(topic: string): void {
    this.#notified.set(topic, false);
    this.#run(topic);
    this.#send(topic).catch(() => undefined);
    setTimeout(() => this.#notifyAgain(topic), this.#pause).unref();
  }

  #notifyAgain(topic: string): void {
    const wasPublished = this.#notified.get(topic);
    this.#notified.delete(topic);
    if (wasPublished) this.#notify(topic);
  }

  #run(topic: string): void {
    for (const run of this.#subscribers.get(topic) ?? []) run();
  }
}

/** Topics are noted before what they are about is read: a change in the meantime counts as later. */
export class TopicWatch {
  readonly #pubSub: Pick<PubSub, 'findTopicVersions'>;
  readonly #noted: { readonly topics: readonly string[]; readonly versions: string | undefined }[] = [];
  readonly #parts = new Set<TopicWatch>();

  constructor(pubSub: Pick<PubSub, 'findTopicVersions'>) {
    this.#pubSub = pubSub;
  }

  note(topics: readonly string[]): void {
    this.#noted.push({ topics, versions: this.#pubSub.findTopicVersions(topics) });
  }

  /** @param part of something that is kept itself, and of which this one is made */
  include(part: TopicWatch): void {
    this.#parts.add(part);
  }

  /** False as soon as one of the topics was published, and while messages may be missed. */
  get isCurrent(): boolean {
    return (
      this.#noted.every(
        ({ topics, versions }) => versions !== undefined && this.#pubSub.findTopicVersions(topics) === versions,
      ) && this.#parts.values().every((part) => part.isCurrent)
    );
  }
}
