import { defineConfig } from 'vitest/config';

// Needs what the run of all unit tests has written down, in the folder SQL_RECORDS.
export default defineConfig({
  test: {
    include: ['test/statements/**/*.test.ts'],
    globalSetup: './test/database.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
