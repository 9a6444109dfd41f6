import { keepCompiled } from '../adapters/keep-compiled.ts';
import { serveLives } from './serve-lives.ts';

/** One worker of `sim:verify`: a process that runs the plans it is sent. `crew.ts` starts it. */

// The parent ends it by SIGKILL: what Node has compiled would be lost for the next one.
serveLives({ onReady: keepCompiled });
