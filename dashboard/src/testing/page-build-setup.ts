import { buildPages } from '../../build.ts';
import { inProduction } from './production-build.ts';

/** For vitest's `globalSetup`: builds the service's pages once, as `npm install` does, so that no test waits for them. */
export const setup = async (): Promise<void> => void (await inProduction(buildPages));
