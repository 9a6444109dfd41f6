/** What a driver or a debugger gave to this process alone (a second one with the same would wait for it), and the count of failures before it. */
const FOR_THIS_ONE = /^--(inspect|remote-debugging|failed-before=)/;
const FAILED_BEFORE = '--failed-before=';

/** The arguments for this app to come up again as it is. `argv`: as of the process, with its executable first. `failures`: in a row, this one too. */
export function restartArguments(argv: readonly string[], failures = 0): string[] {
  const kept = argv.slice(1).filter((one, at, all) => !FOR_THIS_ONE.test(one) && one !== '-r' && all[at - 1] !== '-r');
  return failures === 0 ? kept : [...kept, `${FAILED_BEFORE}${failures}`];
}

/** How often in a row the app had failed when this one was started. */
export function failedBefore(argv: readonly string[]): number {
  const said = argv.find((one) => one.startsWith(FAILED_BEFORE))?.slice(FAILED_BEFORE.length) ?? '';
  return /^\d{1,6}$/.test(said) ? Number(said) : 0;
}
