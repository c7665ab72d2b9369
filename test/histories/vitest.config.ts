import { defineConfig } from 'vitest/config';

// Needs the built site: the test starts one of its own, because each client asks more than the limits allow.
export default defineConfig({
  test: {
    include: ['test/histories/**/*.test.ts'],
    globalSetup: './test/database.ts',
    testTimeout: 300_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
