/** What the writers have been told, and what they were told nothing about because somebody died. */
export class Ledger {
  /** Acknowledged creates, by the address of the item. */
  readonly created = new Map<string, CreatedItem>();
  /** What grows by one with each addition or creation, by any key. */
  readonly sums = new Map<string, StatSum>();
  readonly lives: TrackedItem[] = [];
  acknowledged = 0;
  unanswered = 0;
  /** Who asks again under the same key, and whether that is still to be answered. */
  readonly retries: { isOpen: boolean; ask: () => Promise<boolean> }[] = [];
  /** Answers to requests that had been done before their asker died with the server. */
  replayed = 0;
  /** Answers that a site which loses nothing does not give. */
  readonly surprises: string[] = [];
  #waiting: { at: number; wake: () => void }[] = [];

  /** Notes an answer; wakes who waits for so many. */
  acknowledge(): void {
    this.acknowledged += 1;
    const due = this.#waiting.filter(({ at }) => at <= this.acknowledged);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.acknowledged);
    for (const { wake } of due) wake();
  }

  untilAcknowledged(more: number): Promise<void> {
    return new Promise((wake) => this.#waiting.push({ at: this.acknowledged + more, wake }));
  }

  sum(key: string): StatSum {
    const sum = this.sums.get(key) ?? { acknowledged: 0, unanswered: 0 };
    this.sums.set(key, sum);
    return sum;
  }
}

export interface CreatedItem {
  name: string;
  tags: string[];
  body: string;
}

interface StatSum {
  acknowledged: number;
  unanswered: number;
}

/** An item that one writer changes, deletes and takes back, each time under the revision that it has seen. */
export interface TrackedItem {
  /** The address of its crate. */
  crate: string;
  itemId: string;
  turn: number;
  /** The last state that was acknowledged, and the one that was tried after it and never answered. */
  known: TrackedState;
  tried: TrackedState | undefined;
  /** Every revision that it had, but for those of its deletions. */
  revs: number[];
}

export interface TrackedState {
  rev: number;
  body: string;
  tags: string[];
  isGone: boolean;
}

/** Takes a state over as the one that is known. */
export function confirmState(life: TrackedItem, state: TrackedState): void {
  if (state.rev !== life.known.rev && !state.isGone) life.revs.push(state.rev);
  Object.assign(life, { known: state, tried: undefined });
}
