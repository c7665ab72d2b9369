/** In points. */
interface BudgetTerms {
  readonly points: number;
  readonly credit: number;
  /** Leased beyond need, for the next requests. */
  readonly step: number;
  /** Leases points. @returns the points that all processes have leased by now, these included; undefined when unknown */
  ask(points: number): Promise<number | undefined>;
}

/** One process's share of one caller's window. */
export class CallerBudget {
  readonly #terms: BudgetTerms;
  #used = 0;
  /** Leased points; what was used on credit is among them once it is settled. */
  #granted = 0;
  /** Points that no process had leased at the last lease. */
  #open: number;
  #isSettled = false;
  #waiting = 0;
  #extending: Promise<void> | undefined;

  constructor(terms: BudgetTerms) {
    this.#terms = terms;
    this.#open = terms.points;
  }

  get remaining(): number {
    return Math.max(0, this.#open + this.#granted - this.#used);
  }

  /** Takes all of the points or none; waits only where this process has too few and others have left some. */
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
    const total = await this.#terms.ask(wanted);
    this.#isSettled = true;
    this.#open = total === undefined ? 0 : Math.max(0, points - total);
    if (total === undefined) this.#granted = points;
    else this.#granted += Math.min(wanted, Math.max(0, points - (total - wanted)));
  }
}
