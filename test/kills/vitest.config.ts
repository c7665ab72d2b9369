import { defineConfig } from 'vitest/config';

// Needs the built site: the test starts servers of its own and kills them.
export default defineConfig({
  test: { include: ['test/kills/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 1, bail: 1 },
});
