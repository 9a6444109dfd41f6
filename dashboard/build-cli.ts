import { stripVTControlCharacters } from 'node:util';
import { buildPages } from './build.ts';

/** `npm run build:pages`: prints the folder of the pages, made now or before. Exit codes: 0 they are there, 1 they could not be made. */

/** What a compiler says, without its colours and its own stack. */
const inShort = ({ message }: Error): string => stripVTControlCharacters(message).split(/\n\s+(?:at |0: )/)[0]!;

try {
  process.stdout.write(`${await buildPages()}\n`);
} catch (error) {
  process.stderr.write(`The pages could not be built: ${inShort(error as Error)}\n`);
  process.exitCode = 1;
}
