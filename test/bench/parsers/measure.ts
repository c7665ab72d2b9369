import { createServer } from 'vite';

import type { HostileInput } from '../../hostile-inputs.ts';

export interface ParserTime {
  readonly parser: string;
  readonly what: string;
  readonly bytes: number;
  /** Milliseconds of the thread that answers requests, the less of two times. */
  readonly mainThread: number;
  /** Of another thread, where the work is done beside. */
  readonly beside?: number;
}

export interface ParsersReport {
  /** Milliseconds of plain work in the same run, with which the times are compared. */
  readonly floor: number;
  /** So many times of it are wanted at most, as the tests do. */
  readonly mostFloors: number;
  readonly times: readonly ParserTime[];
}

/** The worst that strangers can send to each parser, in processor time, and Markdown beside the thread that answers. */
export async function measureParsers(): Promise<ParsersReport> {
  const vite = await createServer({ server: { middlewareMode: true, watch: null }, appType: 'custom' });
  const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;
  try {
    const inputs = await load<typeof import('../../hostile-inputs.ts')>('/test/hostile-inputs.ts');
    const { HOSTILE_INPUTS, MOST_FLOORS, floorMilliseconds, threadMilliseconds } = inputs;
    const floor = Math.min(...Array.from({ length: 5 }, floorMilliseconds));
    const least = ({ text, read }: HostileInput) =>
      Math.min(...Array.from({ length: 2 }, () => threadMilliseconds(() => read(text))));
    const times = HOSTILE_INPUTS.map((input): ParserTime => {
      const { parser, what, text } = input;
      return { parser, what, bytes: Buffer.byteLength(text), mainThread: least(input) };
    });
    return { floor, mostFloors: MOST_FLOORS, times: [...times, ...(await measureMarkdown(load, inputs))] };
  } finally {
    await vite.close();
  }
}

async function measureMarkdown(
  load: <Module>(path: string) => Promise<Module>,
  { ARTICLE_OPTIONS, LONG_ARTICLES }: typeof import('../../hostile-inputs.ts'),
): Promise<ParserTime[]> {
  const { POOL_LIMITS, RenderPool } = await load<typeof import('#lib/markdown/render-pool.server.ts')>(
    '/lib/markdown/render-pool.server.ts',
  );
  const pool = new RenderPool(POOL_LIMITS);
  // The first starts a thread.
  await pool.render('a', ARTICLE_OPTIONS);
  const times: ParserTime[] = [];
  for (const [what, text] of LONG_ARTICLES) {
    const [before, start] = [process.threadCpuUsage(), performance.now()];
    await pool.render(text, ARTICLE_OPTIONS);
    const { user, system } = process.threadCpuUsage(before);
    const beside = performance.now() - start;
    times.push({ parser: 'Markdown', what, bytes: text.length, mainThread: (user + system) / 1000, beside });
  }
  await pool.close();
  return times;
}
