/** What a share is cut by, in points. */
export interface BudgetTerms {
  /** All that the callers' window has, for all processes together. */
  readonly points: number;
  /** What may be given before anything is leased. */
  readonly credit: number;
  /** What is leased beyond need, so that the next requests find it there. */
  readonly step: number;
  /**
   * Asks for points of the window.
   * @returns how many points all processes have asked for by now, these included; undefined when nobody can tell
   */
  ask(points: number): Promise<number | undefined>;
}

/** What one process knows of one caller in one window, and may give. */
export class CallerBudget {
  readonly #terms: BudgetTerms;
  #used = 0;
  /** Leased points; what was used on credit is among them once it is settled. */
  #granted = 0;
  /** Points that no process had asked for when this one last asked. */
  #open: number;
  #isSettled = false;
  /** Points of requests that wait for a lease. */
  #waiting = 0;
  #extending: Promise<void> | undefined;

  constructor(terms: BudgetTerms) {
    this.#terms = terms;
    this.#open = terms.points;
  }

  get remaining(): number {
    return Math.max(0, this.#open + this.#granted - this.#used);
  }

  /** Takes all of the points or none. Waits only where this process has too few at hand and others have left some. */
  take(points: number): boolean | Promise<boolean> {
    if (this.#used + points > this.#atHand()) return this.#takeLater(points);
    this.#use(points);
    return true;
  }

  async #takeLater(points: number): Promise<boolean> {
    this.#waiting += points;
    try {
      while (this.#used + points > this.#atHand()) {
        if (this.#used + points > this.#granted + this.#open) return false;
        await this.#extend();
      }
    } finally {
      this.#waiting -= points;
    }
    this.#use(points);
    return true;
  }

  #atHand(): number {
    return this.#isSettled ? this.#granted : this.#terms.credit;
  }

  #use(points: number): void {
    this.#used += points;
    if (points > 0 && this.#open > 0 && this.#runsLow()) void this.#extend();
  }

  #runsLow(): boolean {
    const left = this.#atHand() - this.#used;
    return left < (this.#isSettled ? this.#terms.step : this.#terms.credit) / 2;
  }

  #extend(): Promise<void> {
    this.#extending ??= this.#lease().finally(() => (this.#extending = undefined));
    return this.#extending;
  }

  async #lease(): Promise<void> {
    const { points, step } = this.#terms;
    const wanted = Math.max(0, this.#used + this.#waiting - this.#granted) + step;
    const asked = await this.#terms.ask(wanted);
    this.#isSettled = true;
    this.#open = asked === undefined ? 0 : Math.max(0, points - asked);
    if (asked === undefined) this.#granted = points;
    else this.#granted += Math.min(wanted, Math.max(0, points - (asked - wanted)));
  }
}
