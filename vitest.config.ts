import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contracts,backend,kiosk,simulator,dashboard,load-tests}/**/*.test.ts', '.ci/**/*.test.js'],
    // Those need Electron and a display (`npm run test:kiosk`), or a Chromium (`npm run test:e2e`).
    exclude: [...configDefaults.exclude, '**/*.kiosk.test.ts', '**/*.e2e.test.ts'],
    // One PostgreSQL for the whole run.
    globalSetup: ['backend/src/testing/global-setup.ts'],
    // A wait in a test is on an event; this is only the bound after which a missing event is a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores are the smallest machine this must be quick on; more files at once only make the databases fight.
    maxWorkers: 2,
  },
});
