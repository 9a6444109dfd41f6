// Fails where two runs of `sim:verify --json` did not have the same hash, and says which of their seeds differ.
import { readFileSync } from 'node:fs';

const [one, other] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
if (one.hash === other.hash) console.log(`the same hash: ${one.hash}`);
else {
  const differ = Object.keys(one.hashes).filter((seed) => one.hashes[seed] !== other.hashes[seed]);
  console.error(`not the same run: ${one.hash} and ${other.hash}; seeds that differ: ${differ.join(', ')}`);
  process.exitCode = 1;
}
