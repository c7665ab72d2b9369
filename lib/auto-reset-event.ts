/** Something to wait for. A ring that came while nobody waited is heard by the next who does. */
export class AutoResetEvent {
  #isRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Until it rings, but at most so many milliseconds. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#isRung) await this.#next(Math.max(0, milliseconds));
    this.#isRung = false;
  }

  #next(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
