import { expect, test } from 'vitest';
import { createProcessLog } from './process-log.ts';

/** What the process prints for an entry of its log. */

function printed(isTTY: boolean): string[] {
  const lines: string[] = [];
  const target = { isTTY, write: (line: string) => void lines.push(line) };
  const log = createProcessLog('info', target, { colorize: false });
  log.debug('hidden below the level');
  log.info({ url: 'http://127.0.0.1:3000' }, 'ready');
  log.error({ err: new Error('the disk is on fire') }, 'backup failed');
  return lines;
}

test('F7: at a terminal an entry of the log is a readable line, and an error keeps its stack', () => {
  const [ready, failed, ...more] = printed(true);
  expect(more).toEqual([]);
  expect(ready).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: ready \{"url":"http:\/\/127\.0\.0\.1:3000"\}\n$/);
  expect(failed).toContain('ERROR: backup failed');
  expect(failed).toContain('Error: the disk is on fire\n');
  expect(failed).toContain('process-log.test.ts');
});

test('F7, R5: where no terminal reads the log, each entry is one line of JSON', () => {
  const entries = printed(false).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries).toMatchObject([{ level: 30, msg: 'ready', url: 'http://127.0.0.1:3000' }, { msg: 'backup failed' }]);
});
