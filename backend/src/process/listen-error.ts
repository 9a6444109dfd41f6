import { StartError } from './start-error.ts';

/** A port that is taken, or not ours to take, in words; any other error as it is. `variable`: the setting to change. */
export function listenError(error: unknown, variable: string, address: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`${address} is in use by another program. Stop it, or set ${variable} (0 takes a free one).`);
  if (code === 'EACCES')
    return new StartError(`${address} may not be taken by this user. Set ${variable} to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`${address} is not an address of this machine. Set HOST.`);
  return error;
}
