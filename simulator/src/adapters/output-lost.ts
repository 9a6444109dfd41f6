/**
 * Calls `end` when what is printed reaches nobody any more: `| head` has what it wanted, or a file's disk is full, which is said on standard
 * error. Without it either is an exception that nobody catches.
 */
export function onOutputLost(end: () => void): void {
  let isLost = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost) return;
    isLost = true;
    if (error.code !== 'EPIPE') process.stderr.write(`What is printed can't be written: ${error.message}\n`);
    end();
  });
  // There is nowhere left to say it.
  process.stderr.on('error', () => {});
}
