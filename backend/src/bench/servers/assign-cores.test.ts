import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCores, readCoreList, shareCores } from './assign-cores.ts';

test('a list of cores is read as Linux writes it', () => {
  expect(readCoreList('0-1')).toEqual([0, 1]);
  expect(readCoreList('3')).toEqual([3]);
  expect(readCoreList('0-2,6,8-9')).toEqual([0, 1, 2, 6, 8, 9]);
});

test('the server has the first core and the clients the last, whichever of the machine’s those are', () => {
  expect(shareCores([2, 3, 5])).toEqual({ server: [2], clients: [5], all: [2, 3, 5] });
  expect(shareCores([4])).toBeNull();
});

const cores = findCores();
test.skipIf(cores === null)('a program that has pinned itself still knows which cores there are', () => {
  const module = JSON.stringify(join(import.meta.dirname, 'assign-cores.ts'));
  const program = `
    import { findCores, pin } from ${module};
    pin(process.pid, findCores().clients);
    console.log(JSON.stringify(findCores()));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual(cores);
});
