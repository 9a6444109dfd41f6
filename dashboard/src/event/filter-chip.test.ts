import { expect, test } from 'vitest';
import { severityOf } from './filter-chip.ts';

test('U22: a count of zero never has an alarm or caution colour', () => {
  for (const mark of ['offline', 'content_error', 'failed', 'refused', 'content_unreachable'] as const) {
    expect(severityOf({ mark, count: 0 })).toBe('quiet');
    expect(['alarm', 'caution']).toContain(severityOf({ mark, count: 1 }));
    // Not counted, which says nothing of how many.
    expect(['alarm', 'caution']).toContain(severityOf({ mark }));
  }
  expect(severityOf({ count: 3 })).toBe('quiet');
});
