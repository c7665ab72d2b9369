/** An event to wait for; set while nobody waits, it releases the next who does. */
export class AutoResetEvent {
  #isRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

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
