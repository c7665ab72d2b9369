/** What the writers have been told, and what they were told nothing about because somebody died. */
export class Ledger {
  /** Acknowledged creates, by item id. */
  readonly created = new Map<string, Created>();
  /** Sums that grow by one with each addition. */
  readonly sums = new Map<string, Sum>();
  /** Items that one writer each updates under the etag it has seen. */
  readonly updated = new Map<string, Updated>();
  acknowledged = 0;
  unanswered = 0;
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

  sum(key: string): Sum {
    const sum = this.sums.get(key) ?? { acknowledged: 0, unanswered: 0 };
    this.sums.set(key, sum);
    return sum;
  }
}

export interface Created {
  name: string;
  tags: string[];
  body: string;
}

export interface Sum {
  acknowledged: number;
  unanswered: number;
}

/** The last state that was acknowledged, and the one that was tried after it and never answered. */
export interface Updated {
  rev: number;
  body: string;
  tried: string | undefined;
}
