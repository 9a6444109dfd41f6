import { StartError } from './start-error.ts';

/** A port that is taken, or not ours to take, in words; any other error as it is. `variable`: the setting to change. */
export function listenError(error: unknown, variable: string, address: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(
      `${address} is in use by another program. Stop that program, or set ${variable} (0 picks a free port).`,
    );
  if (code === 'EACCES')
    return new StartError(`This user is not allowed to use ${address}. Set ${variable} to a port above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`${address} is not an address of this machine. Set HOST to one of its addresses.`);
  return error;
}
