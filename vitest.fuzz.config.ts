import { defineConfig } from 'vitest/config';

/** Frames are drawn from this seed; `FUZZ_SEED=… npm run test:fuzz` repeats a run. */
const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/**
 * `npm run test:fuzz`: messages and frames that nobody of ours would send, by the ten thousand. A failure prints the seed that repeats it. Also that the
 * service, without what keeps it alive, dies of one.
 */
export default defineConfig({
  test: {
    include: ['{backend,simulator}/src/**/*.fuzz.ts'],
    globalSetup: ['backend/src/testing/global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    provide: { fuzzSeed },
  },
});
