import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { devicesIn, takeCensus } from '../sign-census.ts';
import { headlineOf, type Headline } from '../event-headline.ts';
import { findProblems } from '../find-problems.ts';

/** The headline of rows, which are in the order of places: as the wall makes it of its census. */
export function headlineOfRows(rows: readonly SignRow[]): Headline {
  const census = takeCensus(rows, null);
  const causes = findProblems(census.troubled, devicesIn(census));
  return headlineOf(causes, { total: rows.length, showing: census.tally.showing });
}
