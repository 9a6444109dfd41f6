import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { countRepeatedWarnings } from './warning-throttle.ts';

it('M3: a warning that repeats is told ten times in a minute, and then how often it came', async () => {
  const lines: { msg: string; n: number; repeated?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const clock = createManualClock();
  const counted = countRepeatedWarnings(log, clock);
  for (let n = 1; n <= 1_500; n += 1) counted.warn({ n }, 'kiosk refused');
  counted.warn({ n: 0 }, 'another');
  expect(lines.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0]);
  await clock.advance(60_000);
  expect(lines.slice(11)).toMatchObject([{ msg: 'kiosk refused', n: 1_500, repeated: 1_490 }]);
  counted.warn({ n: 7 }, 'kiosk refused');
  await clock.advance(60_000);
  expect(lines.slice(12)).toMatchObject([{ msg: 'kiosk refused', n: 7 }]);
});
