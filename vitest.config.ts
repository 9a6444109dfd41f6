import { configDefaults, defineConfig } from 'vitest/config';

/** They start no service. */
const PURE = ['{contracts/src,dashboard,kiosk/agent,kiosk/screen}/**/*.test.ts'];

/** `npm test`. */
export default defineConfig({
  test: {
    // A wait in a test is on an event; this is only the bound after which a missing event is a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores are the smallest machine this must be quick on. Two files leave a third of them idle, since many tests wait for processes and sockets.
    maxWorkers: 3,
    // Those need Electron and a display (`npm run test:kiosk`), or a Chromium (`npm run test:e2e`).
    exclude: [...configDefaults.exclude, '**/*.kiosk.test.ts', '**/*.e2e.test.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: PURE,
          // What they import is loaded once for many files, which takes a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['{contracts,backend,kiosk,simulator,load-tests}/**/*.test.ts', '.ci/**/*.test.js'],
          exclude: [...configDefaults.exclude, '**/*.kiosk.test.ts', '**/*.e2e.test.ts', ...PURE],
          // As above: loading costs two seconds of a core a file.
          isolate: false,
          // One PostgreSQL for the whole run.
          globalSetup: ['backend/src/testing/global-setup.ts'],
        },
      },
    ],
  },
});
