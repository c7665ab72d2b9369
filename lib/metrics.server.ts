import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Of all sites in this process: what is collected for one goes on for as long as the process lives. */
const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

export class Metrics {
  readonly #registry = new Registry();
  readonly #seconds: Histogram<'kind' | 'method'>;
  readonly #answers: Counter<'kind' | 'status'>;

  constructor() {
    const registers = [this.#registry];
    const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
    const labelNames = ['kind', 'method'] as const;
    this.#seconds = new Histogram({
      name: 'http_request_seconds',
      help: 'Time to answer.',
      labelNames,
      buckets,
      registers,
    });
    this.#answers = new Counter({
      name: 'http_answers_total',
      help: 'Answers by status.',
      labelNames: ['kind', 'status'],
      registers,
    });
  }

  count(kind: string, method: string, status: number, seconds: number): void {
    this.#seconds.observe({ kind, method }, seconds);
    this.#answers.inc({ kind, status });
  }

  async respond(): Promise<Response> {
    const registry = Registry.merge([processRegistry, this.#registry]);
    return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } });
  }
}
