import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

/** V8's collector, called by its name: for the young objects only, or for all. */
export const collect = (type: 'minor' | 'major'): void => gc({ type });
