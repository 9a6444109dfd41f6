import type { Clock } from '@sign-display/contracts/ports';
import type { PutSchedulesRequest } from '@sign-display/contracts/rest/schedules';
import { isTimeZone } from '../events/event-times.ts';
import type { FieldError, RestRefusal } from '../http/problem.ts';
import { tryRecurrence } from './occurrences.ts';
import { checkPageUrl } from './url-policy.ts';
import { wallAt } from './wall-clock.ts';

/** What no schema can say of a set of schedules. Every error has its JSON pointer into the body. */

type Given = PutSchedulesRequest['schedules'][number];

/** As many as a form can mend at once (http/validation.ts tells no more either). */
const ERRORS_TOLD = 20;

/**
 * What a look at a whole set may take (`tryRecurrence`): 500 rules that happen each week and are said by the day, and no more than some tenths of a
 * second. `FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29` is 1,461 of it, so that three of it fit; as `FREQ=YEARLY` it is four.
 */
const STEPS_MOST = 5_000;

const refusalOf = (errors: FieldError[]): RestRefusal | null =>
  errors.length === 0
    ? null
    : { code: 'validation_failed', detail: 'The body does not fit.', errors: errors.slice(0, ERRORS_TOLD) };

/** `work.steps` grows by what a look at it takes. */
function checkOne(
  { startsAt, endsAt, timeZone, recurrence }: Given,
  path: string,
  work: { steps: number },
): FieldError[] {
  if (!isTimeZone(timeZone)) {
    return [{ path: `${path}/timeZone`, message: 'is not a time zone of the IANA database' }];
  }
  const [startsAtMs, endsAtMs] = [Date.parse(startsAt), Date.parse(endsAt)];
  if (endsAtMs <= startsAtMs) return [{ path: `${path}/endsAt`, message: 'is not after startsAt' }];
  if (recurrence === undefined || recurrence === null) return [];
  // An hour that comes twice: the instants are in order, what the wall shows is not.
  if (wallAt(endsAtMs, timeZone) <= wallAt(startsAtMs, timeZone)) {
    return [{ path: `${path}/endsAt`, message: 'is not after startsAt on the clock of timeZone' }];
  }
  const tried = tryRecurrence({ startsAtMs, endsAtMs, timeZone, recurrence });
  if ('problem' in tried) return [{ path: `${path}/recurrence`, message: tried.problem }];
  work.steps += tried.steps;
  if (work.steps <= STEPS_MOST) return [];
  const message =
    'and those before it search through too many days between their occurrences: a rarer FREQ says the same';
  return [{ path: `${path}/recurrence`, message }];
}

/** Times, zones and rules. Rules take a while to try: between two of them others have their turn. */
export async function checkSchedules({ schedules }: PutSchedulesRequest, clock: Clock): Promise<RestRefusal | null> {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const work = { steps: 0 };
  for (const [index, schedule] of schedules.entries()) {
    const path = `/schedules/${index}`;
    if (schedule.id !== undefined && seen.has(schedule.id))
      errors.push({ path: `${path}/id`, message: 'is there twice' });
    if (schedule.id !== undefined) seen.add(schedule.id);
    errors.push(...checkOne(schedule, path, work));
    if (errors.length >= ERRORS_TOLD || work.steps > STEPS_MOST) break;
    if (schedule.recurrence) await new Promise<void>((resolve) => void clock.after(0, resolve));
  }
  return refusalOf(errors);
}

/** That each `id` is of this set. */
export function checkIds({ schedules }: PutSchedulesRequest, before: readonly { id: string }[]): RestRefusal | null {
  const known = new Set(before.map(({ id }) => id));
  const errors = schedules.flatMap(({ id }, index) =>
    id === undefined || known.has(id) ? [] : [{ path: `/schedules/${index}/id`, message: 'is not of this set' }],
  );
  return refusalOf(errors);
}

/** The first page that may not be shown: `invalid_url`, with where it stands. Without hosts, what no organization allows. */
export function checkPages({ schedules }: PutSchedulesRequest, allowedHosts: readonly string[]): RestRefusal | null {
  for (const [index, { url }] of schedules.entries()) {
    const refused = checkPageUrl(url, allowedHosts);
    if (refused) return { ...refused, errors: [{ path: `/schedules/${index}/url`, message: refused.detail ?? '' }] };
  }
  return null;
}
