import { defineConfig } from 'vitest/config';

/** `npm run test:e2e`: mails, and the dashboard's pages, in a real Chromium; the pages against the real backend on a database of its own. */
export default defineConfig({
  test: {
    include: ['{backend,dashboard,kiosk/browser}/src/**/*.e2e.test.ts'],
    globalSetup: [
      'contracts/testing/src/prepare-service-data.ts',
      'dashboard/src/testing/page-build-setup.ts',
      'dashboard/src/testing/gallery-build-setup.ts',
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A loaded machine hashes a password, or paints, in more than the usual second.
    expect: { poll: { timeout: 30_000 } },
    // Each file has a backend and a browser, and mostly waits for them.
    maxWorkers: 2,
  },
});
