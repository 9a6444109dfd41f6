import { defineConfig, mergeConfig } from 'vitest/config';
import ordinary from './vitest.config.ts';

/** `npm run test:fuzz`: messages that nobody of ours would send, by the ten thousand. A failure prints the seed that repeats it. */
export default defineConfig({
  ...mergeConfig(ordinary, {}),
  test: { ...ordinary.test, include: ['backend/src/**/*.fuzz.ts'], testTimeout: 600_000 },
});
