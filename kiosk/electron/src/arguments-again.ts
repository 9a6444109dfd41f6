/** What a driver or a debugger gave to this process alone: a second one with the same would wait for it. */
const FOR_THIS_ONE = /^--(inspect|remote-debugging)/;

/** The arguments for this app to come up again as it is. `argv`: as of the process, with its executable first. */
export function argumentsAgain(argv: readonly string[]): string[] {
  return argv.slice(1).filter((one, at, all) => !FOR_THIS_ONE.test(one) && one !== '-r' && all[at - 1] !== '-r');
}
