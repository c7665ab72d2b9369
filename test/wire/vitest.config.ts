import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** What was asked is known when everything has been asked. */
class CompletenessLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith('/completeness.test.ts'));
    return files.toSorted((a, b) => isLast(a) - isLast(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

// One worker without isolation, so that all files share one record of what the site has answered.
export default defineConfig({
  test: {
    include: ['test/wire/**/*.test.ts'],
    env: { BASE_URL: process.env.BASE_URL ?? 'http://localhost:8080' },
    globalSetup: './test/wire/setup.ts',
    setupFiles: './test/wire/every-test.ts',
    sequence: { sequencer: CompletenessLast },
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
