import { defineConfig } from 'vitest/config';

const anywhere = ['**/node_modules/**', '**/dist/**', '**/data/**'];

export default defineConfig({
  test: {
    // Two cores are what a small server and the CI have.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...anywhere, '**/*.int.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx', 'apps/widget/**/*.test.ts'],
          exclude: anywhere,
          // The files of a worker share its modules: loading them anew for each takes as long as half of the tests.
          isolate: false,
          environment: 'happy-dom',
          setupFiles: ['apps/web/tests/setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['apps/**/*.int.test.ts', 'packages/**/*.int.test.ts'],
          exclude: anywhere,
          // The files of a worker share its modules: loading them anew for each takes as long as half of the tests.
          isolate: false,
          globalSetup: ['apps/server/tests/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['e2e/faults/*.fault.test.ts'],
          exclude: anywhere,
          // Whole servers at work, one after the other: each wants the machine for itself.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
