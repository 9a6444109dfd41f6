import { serveLives } from './serve-lives.ts';

/** One worker of `sim:verify`: a process that runs the plans it is sent. `crew.ts` starts it. */

serveLives();
