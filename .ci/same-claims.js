// Two reports of one seed must tell the same faults and the same claims, kiosk by kiosk (promise S3).
import { readFileSync } from 'node:fs';

const [first, second] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')).kiosks);
const differing = first.filter((kiosk, index) => JSON.stringify(kiosk) !== JSON.stringify(second[index]));
for (const { index } of differing.slice(0, 5)) {
  console.log(`kiosk ${index}\n  first   ${JSON.stringify(first[index])}\n  second  ${JSON.stringify(second[index])}`);
}
if (first.length === 0 || first.length !== second.length || differing.length > 0) {
  console.log(
    `${differing.length} of ${first.length} kiosks differ between two runs of one seed (the second had ${second.length}).`,
  );
  process.exit(1);
}
console.log(`the same seed gave the same faults and claims, ${first.length} kiosks.`);
