import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** The shortest files look over the most screens, and would run alone at the end. */
class ScreensFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isScreens = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/screens/'));
    return (await super.sort(files)).toSorted((a, b) => isScreens(b) - isScreens(a));
  }
}

// Each worker has one browser for all its walks, which mostly wait for it: more workers than processors.
export default defineConfig({
  test: {
    include: ['test/journeys/**/*.test.ts'],
    exclude: process.env.FULL === undefined ? ['test/journeys/{full,screens}/**'] : [],
    env: { BASE_URL: process.env.BASE_URL ?? 'http://localhost:8080' },
    globalSetup: './test/journeys/sign-in.ts',
    sequence: { sequencer: ScreensFirst },
    isolate: false,
    maxWorkers: 3,
    // A machine that is busy may take long; how fast a page does something is told by its own clock.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // A browser, its network and a server are more than one walk has in hand; `npm test` tells of every second try.
    retry: 1,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
