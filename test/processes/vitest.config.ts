import { defineConfig } from 'vitest/config';

// Needs the built site: the tests start servers of their own, beside each other or to be killed.
export default defineConfig({
  test: {
    include: ['test/processes/**/*.test.ts'],
    // In `npm test` a campaign alone loses its process.
    exclude: process.env.KILLS === undefined ? ['test/processes/kills.test.ts'] : [],
    globalSetup: './test/database.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    bail: 1,
  },
});
