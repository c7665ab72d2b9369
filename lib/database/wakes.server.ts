import type { Listener } from './listener.server.ts';

/** Milliseconds between two tellings of one topic. */
const PAUSE_MS = 50;

/**
 * Wakes those who follow a topic when there is news: in this process at once, in others by a notification. A wake carries
 * nothing; who is woken looks for themselves. A topic that is woken often is told of now and then, the last time included.
 */
export class Wakes {
  readonly #listener: Listener;
  readonly #send: (topic: string) => Promise<unknown>;
  readonly #pause: number;
  readonly #followers = new Map<string, Set<() => void>>();
  /** The topics that were told of a moment ago, and whether they were woken since. */
  readonly #told = new Map<string, boolean>();
  /** How often there was news of the topics that somebody counts. */
  readonly #turns = new Map<string, number>();
  #era = 0;

  /** @param send notifies all processes of a topic; when it fails, others hear of it late or never */
  constructor(listener: Listener, send: (topic: string) => Promise<unknown>, pause = PAUSE_MS) {
    this.#listener = listener;
    this.#send = send;
    this.#pause = pause;
    listener.watch(
      (payload) => {
        this.#turn(payload);
        this.#run(payload);
      },
      () => {
        this.#era += 1;
        this.#followers.keys().forEach((topic) => this.#run(topic));
      },
    );
  }

  wake(topic: string): void {
    this.#turn(topic);
    if (this.#told.has(topic)) this.#told.set(topic, true);
    else this.#tell(topic);
  }

  /** Runs `run` at each wake until what is returned is called. Wakes may be missed: who follows looks now and then. */
  follow(topic: string, run: () => void): () => void {
    const followers = this.#followers.get(topic) ?? new Set();
    this.#followers.set(topic, followers.add(run));
    return () => {
      followers.delete(run);
      if (followers.size === 0 && this.#followers.get(topic) === followers) this.#followers.delete(topic);
    };
  }

  /**
   * Another text as soon as there was news of one of the topics, whatever was told meanwhile; undefined while news of
   * other processes may be missed. What was made of the topics is to be made again when it differs.
   */
  turnsOf(topics: readonly string[]): string | undefined {
    if (!this.#listener.connected) return undefined;
    return [this.#era, ...topics.map((topic) => this.#turnOf(topic))].join(' ');
  }

  #turnOf(topic: string): number {
    const turns = this.#turns.get(topic);
    if (turns === undefined) this.#turns.set(topic, 0);
    return turns ?? 0;
  }

  #turn(topic: string): void {
    const turns = this.#turns.get(topic);
    if (turns !== undefined) this.#turns.set(topic, turns + 1);
  }

  #tell(topic: string): void {
    this.#told.set(topic, false);
    this.#run(topic);
    this.#send(topic).catch(() => undefined);
    setTimeout(() => this.#tellRest(topic), this.#pause).unref();
  }

  #tellRest(topic: string): void {
    const wasWoken = this.#told.get(topic);
    this.#told.delete(topic);
    if (wasWoken) this.#tell(topic);
  }

  #run(topic: string): void {
    for (const run of this.#followers.get(topic) ?? []) run();
  }
}
