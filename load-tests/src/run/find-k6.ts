import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** There is no k6 on this machine. */
export class NoK6Error extends Error {
  override name = 'NoK6Error';
}

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const HOW_TO_GET_IT = `There are three ways to get k6:
  install the package of your system, or a release of k6 (see “Install k6” in the k6 documentation); k6 is then in PATH;
  with Go: K6_BINARY=$(.ci/k6.sh) npm run load -- …   (builds version 1.8.1 once, in a minute or two, into your cache folder);
  if you already have k6: K6_BINARY=/path/to/k6 npm run load -- …`;

/** What k6 says of itself (`k6 version`): why it can't run our script, or null. The script keeps to what 1.8 and 2 share. */
export function versionMisfit(path: string, said: string): string | null {
  const [, version = '', major, minor] = /\bk6(?:\.exe)? v?((\d+)\.(\d+)[^\s(]*)/.exec(said) ?? [];
  if (version === '')
    return `${path} does not report its version: \`k6 version\` printed “${said.trim().slice(0, 200)}”.`;
  const isKnown = (Number(major) === 1 && Number(minor) >= 8) || Number(major) === 2;
  return isKnown
    ? null
    : `${path} is k6 ${version}, but the load tests need k6 1.8 or a later 1.x, or k6 2.\n${HOW_TO_GET_IT}`;
}

/** The path of k6: K6_BINARY, or the first in PATH. Throws a `NoK6Error` that says how to get one. */
export function findK6(environment: { K6_BINARY?: string | undefined; PATH?: string | undefined }): string {
  const { K6_BINARY: named, PATH = '' } = environment;
  if (named) {
    if (isProgram(named)) return named;
    throw new NoK6Error(`K6_BINARY is ${named}, but no program is there.\n${HOW_TO_GET_IT}`);
  }
  const found = PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'k6'))
    .find(isProgram);
  if (found === undefined)
    throw new NoK6Error(`k6 was not found: it is not in PATH, and K6_BINARY is not set.\n${HOW_TO_GET_IT}`);
  return found;
}
