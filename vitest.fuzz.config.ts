import { defineConfig, mergeConfig } from 'vitest/config';
import ordinary from './vitest.config.ts';

/** Frames are drawn from this seed; `FUZZ_SEED=… npm run test:fuzz` repeats a run. */
const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/**
 * `npm run test:fuzz`: messages and frames that nobody of ours would send, by the ten thousand. A failure prints the seed that repeats it. Also that the
 * service, without what keeps it alive, dies of one.
 */
export default defineConfig({
  ...mergeConfig(ordinary, {}),
  test: {
    ...ordinary.test,
    include: ['{backend,simulator}/src/**/*.fuzz.ts'],
    testTimeout: 600_000,
    provide: { fuzzSeed },
  },
});
