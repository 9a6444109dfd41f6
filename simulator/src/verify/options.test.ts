import { expect, test } from 'vitest';
import { objectionTo, verifyProgram, type Options } from './options.ts';

/** The objection to the options in `line`; null where there is none. */
function objection(line: string): string | null {
  const program = verifyProgram(() => {
    throw new Error('not to be parsed');
  }).configureOutput({ writeErr() {}, outputError() {} });
  const args = line.split(' ').filter(Boolean);
  const options = program.parse(args, { from: 'user' }).opts<Options>();
  return objectionTo(options, args, (name) => program.getOptionValueSource(name) === 'cli');
}

test.for([
  '',
  '--seeds 5 --hours 2 --kiosks 3 --nodes 1 --jobs 1',
  '--from 7 --seeds 5 --no-fail-fast --no-shrink',
  '--fresh --seeds 5',
  '--fresh --until-failure',
  '--until-failure --from 7',
  '--seed 17 --hours 2 --only 1,2 --trace --mutant skip-deadline',
  '--regression hall --only none --trace',
  '--regressions --no-fail-fast --json file',
  '--seeds 5 --no-regressions --keep name',
])('the options "%s" are accepted', (line) => {
  expect(objection(line)).toBeNull();
});

test.for([
  ['--seed 1 --fresh', '--fresh'],
  ['--seed 1 --seeds 3', '--seeds'],
  ['--seed 1 --from 3', '--from'],
  ['--seed 1 --until-failure', '--until-failure'],
  ['--seed 1 --regression hall', '--regression'],
  ['--seed 1 --regressions', '--regressions'],
  ['--regression hall --hours 2', '--hours'],
  ['--regression hall --kiosks 2', '--kiosks'],
  ['--regressions --nodes 2', '--nodes'],
  ['--regressions --seeds 2', '--seeds'],
  ['--regressions --fresh', '--fresh'],
  ['--regressions --trace', '--trace'],
  ['--regressions --no-regressions', '--no-regressions'],
  ['--no-regressions --regressions', '--no-regressions'],
  ['--seeds 5 --trace', '--trace'],
  ['--seeds 5 --only 1', '--only'],
  ['--fresh --from 5', '--from'],
  ['--seed 17 --no-regressions', '--no-regressions'],
  ['--seed 17 --no-fail-fast', '--no-fail-fast'],
  ['--regression hall --no-regressions', '--no-regressions'],
  ['--seeds 5 --seeds 6', '--seeds'],
  ['--seed=5 --seed 6', '--seed'],
  ['--mutant a --mutant=b', '--mutant'],
  ['--until-failure --seeds 5', '--seeds'],
  ['--until-failure --no-fail-fast', '--no-fail-fast'],
] as const)(
  'the options "%s" are refused, and the message names the option that has no meaning there',
  ([line, named]) => {
    expect(objection(line)).toContain(named);
  },
);

test.for([
  ['--seed='],
  ['--json='],
  ['--keep', 'Not A Name'],
  ['--only', '1,,2'],
  ['--hours', '0'],
  ['--kiosks', '1e2'],
  ['--seeds', '-1'],
  ['--nodes', '9'],
  ['--wrong'],
  ['1000'],
])('the argument %s is refused', (args) => {
  const program = verifyProgram(() => {
    throw new Error('refused');
  }).configureOutput({ writeErr() {}, outputError() {} });
  expect(() => program.parse(args, { from: 'user' })).toThrow('refused');
});
