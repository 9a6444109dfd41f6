import { serveLives } from './serve-lives.ts';

/** One worker of `sim:verify`: a process that lives what it is given. Started by `crew.ts`. */

serveLives();
