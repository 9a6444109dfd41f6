// A program for the launcher's tests: `node run-server-until-killed.ts FOLDER` starts the server on FOLDER, tells in
// one line of JSON where it is or why it isn't, and then lives until it is killed. It ignores Ctrl-C, like a service that drains.
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const [folder = ''] = process.argv.slice(2);
process.on('SIGINT', () => {});
try {
  const { pid, poolConfig } = await startEmbeddedPostgres({ dataDirectory: folder, durable: false });
  process.stdout.write(`${JSON.stringify({ pid, poolConfig })}\n`);
  process.stdin.resume();
} catch (error) {
  const { name, message } = error as Error;
  process.stdout.write(`${JSON.stringify({ name, message, reason: (error as { reason?: string }).reason })}\n`);
}
