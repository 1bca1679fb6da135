import { defineConfig } from 'vitest/config';

const anywhere = ['**/node_modules/**', '**/dist/**', '**/data/**'];
const wholeServers = { testTimeout: 180_000, hookTimeout: 90_000 };
const silence = 'tools/tests/expect-silence.ts';
const cost = 'tools/tests/expect-cost.ts';
const timedFaults = 'e2e/faults/chat-under-load.fault.test.ts';
const embeddedPostgres = 'apps/server/src/kernel/postgres/embedded-postgres.int.test.ts';

export default defineConfig({
  test: {
    // Two cores are what a small server and the CI have; some tests wait for other processes.
    maxWorkers: 3,
    // A full run tries a failed test once more, and names at its end what passed only then.
    retry: process.env['ATELIER_RETRY'] === undefined ? 0 : 1,
    // Tags are the ids of requirements, which are listed in another document; npm run spec refuses unknown ones.
    strictTags: false,
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
          // The files of a worker share its modules, because loading them again for each takes a third of the time.
          isolate: false,
          setupFiles: [silence, cost],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'],
          exclude: anywhere,
          // The files of a worker share its modules, for the same reason.
          isolate: false,
          environment: './apps/web/tests/silent-dom.ts',
          setupFiles: [silence, 'apps/web/tests/setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['apps/**/*.int.test.ts', 'packages/**/*.int.test.ts'],
          exclude: [...anywhere, embeddedPostgres],
          // The files of a worker share its modules, for the same reason.
          isolate: false,
          globalSetup: ['apps/server/tests/global-setup.ts'],
          setupFiles: [silence, cost, 'apps/server/tests/troubles/show-troubles.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // Starts clusters of its own, so that the address of another one changes nothing.
          name: 'embedded',
          include: [embeddedPostgres],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // Whole servers wait half of their time and for kills, restarts and leases, so three of them share two cores well.
          name: 'faults',
          include: ['e2e/faults/*.fault.test.ts'],
          exclude: [...anywhere, timedFaults],
          globalSetup: ['e2e/src/global-setup.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          ...wholeServers,
        },
      },
      {
        extends: true,
        test: {
          // Measures the waiting times of other calls, and therefore needs the machine for itself.
          name: 'attacks',
          include: ['e2e/attacks/*.attack.test.ts'],
          globalSetup: ['e2e/src/global-setup.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          ...wholeServers,
        },
      },
      {
        extends: true,
        test: {
          // Compares times, and therefore needs the machine for itself.
          name: 'timed-faults',
          include: [timedFaults],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          ...wholeServers,
        },
      },
    ],
  },
});
