import { flushCompileCache } from 'node:module';

/** Writes what Node has compiled to its compile cache now, if it has one: a process that is killed would not. */
export const writeCompileCache = (): void => flushCompileCache();
