// Fails where two runs of `sim:verify --json` lived a seed differently, and says which. The second run may have fewer seeds than the first.
import { readFileSync } from 'node:fs';

const [one, other] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')).hashes);
const seeds = Object.keys(other);
const differ = seeds.filter((seed) => one[seed] !== other[seed]);
if (seeds.length > 0 && differ.length === 0) console.log(`the same run of ${seeds.length} seeds`);
else {
  console.error(
    seeds.length === 0 ? 'the second run has no seeds' : `not the same run; seeds that differ: ${differ.join(', ')}`,
  );
  process.exitCode = 1;
}
