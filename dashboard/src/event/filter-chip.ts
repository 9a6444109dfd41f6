import { SEVERITIES, type MarkName, type Severity } from '../ui/sign-marks-and-severity.ts';

/** A filter of the strip: its mark, its count, its word. A link, so that what is filtered is in the address. */
export interface Chip {
  mark?: MarkName;
  count?: number;
  said: string;
  /** The page's search with it: `?status=offline`. */
  search: string;
  isOn: boolean;
  /** The first of its group. */
  isApart?: boolean;
}

/** The severity that colours a chip. A count of zero has none. Pure. */
export const severityOf = ({ mark, count }: Pick<Chip, 'mark' | 'count'>): Severity =>
  mark === undefined || count === 0 ? 'quiet' : SEVERITIES[mark];
