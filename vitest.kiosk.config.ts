import { defineConfig } from 'vitest/config';

/** `npm run test:kiosk`: the real kiosk on a real Electron, on a display of its own (Xvfb), against the real backend. */
export default defineConfig({
  test: {
    include: ['kiosk/{electron,screen}/src/**/*.kiosk.test.ts'],
    globalSetup: 'contracts/testing/src/prepare-service-data.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each file has a backend and a browser; two cores carry one of them well.
    maxWorkers: 1,
  },
});
