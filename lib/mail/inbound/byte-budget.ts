/** Bytes that are held at one time, for all together and for each who is known by a key. */
export class ByteBudget {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #ofOne = new Map<string, number>();
  #held = 0;

  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  /** @param key undefined is only counted among all */
  open(key: string | undefined): { take(bytes: number): boolean; close(): void } {
    let taken = 0;
    return {
      take: (bytes) => {
        const isTaken = this.#take(key, bytes);
        if (isTaken) taken += bytes;
        return isTaken;
      },
      close: () => void this.#take(key, -taken),
    };
  }

  #take(key: string | undefined, bytes: number): boolean {
    const ofOne = key === undefined ? 0 : (this.#ofOne.get(key) ?? 0) + bytes;
    if (bytes > 0 && (this.#held + bytes > this.#most || ofOne > this.#mostOfOne)) return false;
    this.#held += bytes;
    if (key !== undefined && ofOne > 0) this.#ofOne.set(key, ofOne);
    else if (key !== undefined) this.#ofOne.delete(key);
    return true;
  }
}
