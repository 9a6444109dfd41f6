/**
 * Calls `end` when what is printed reaches nobody any more: `| head` has what it wanted, or somebody wants it and it can't be written (`isWanted`: a
 * full disk), which is said on standard error. Without it either is an exception that nobody catches.
 */
export function onOutputClosed(end: (isWanted: boolean) => void): void {
  let isLost = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost) return;
    isLost = true;
    const isWanted = error.code !== 'EPIPE';
    if (isWanted) process.stderr.write(`What is printed can't be written: ${error.message}\n`);
    end(isWanted);
  });
  // There is nowhere left to say it.
  process.stderr.on('error', () => {});
}
