import type { PutSchedulesRequest } from '@sign-display/contracts/rest/schedules';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import type { RestRefusal } from '../../http/problem.ts';
import { dayNumber } from '../../recurrence/left-out-days.ts';
import { NOTHING_AROUND, type OccurrenceLookup, type Timing } from '../../recurrence/occurrences.ts';
import { ERRORS_REPORTED, isOccurrenceLookup, type RecurrenceThinker } from '../../recurrence/recurrence-questions.ts';
import { checkPageForm, checkPageUrl, type PagePolicy } from '../../urls/url-policy.ts';

/** What no schema can say of a set of schedules. Every error has its JSON pointer into the body. */

type Given = PutSchedulesRequest['schedules'][number];

const refusalOf = (errors: FieldError[]): RestRefusal | null =>
  errors.length === 0
    ? null
    : {
        code: 'validation_failed',
        detail: 'The body does not match the schema.',
        errors: errors.slice(0, ERRORS_REPORTED),
      };

const timingOf = ({ startsAt, endsAt, recurrence, timeZone, exdates }: Given): Timing => ({
  startsAtMs: Date.parse(startsAt),
  endsAtMs: Date.parse(endsAt),
  recurrence: recurrence?.toUpperCase() ?? null,
  timeZone,
  exdates: exdates ?? [],
});

/** What is wrong without looking at rules and zones. */
function checkPlain({ schedules }: PutSchedulesRequest): FieldError[] {
  const seen = new Set<string>();
  return schedules.flatMap(({ id, startsAt, endsAt, recurrence, exdates }, index) => {
    const errors: FieldError[] = [];
    const path = `/schedules/${index}`;
    if (id !== undefined && seen.has(id)) errors.push({ path: `${path}/id`, message: 'is there twice' });
    if (id !== undefined) seen.add(id);
    if (Date.parse(endsAt) <= Date.parse(startsAt))
      errors.push({ path: `${path}/endsAt`, message: 'is not after startsAt' });
    for (const [place, day] of (exdates ?? []).entries())
      if (dayNumber(day) === null)
        errors.push({ path: `${path}/exdates/${place}`, message: 'is not a day of the calendar' });
    if (exdates?.length && !recurrence) errors.push({ path: `${path}/exdates`, message: 'needs a recurrence' });
    return errors;
  });
}

const TOO_LONG = 'takes too long to compute: say it with a rarer FREQ';
/** Nothing is wrong with the set as far as we know. */
const NOT_COMPUTED: RestRefusal = {
  code: 'unavailable',
  detail: 'The recurrence rules could not be computed right now. Nothing was changed. Send the same schedules again.',
  retryAfterMs: 5_000,
};

/**
 * Times, zones and rules: whether they can be, and what the rules that are on give around `nowMs`, in the order of the set. `unavailable` where
 * nobody answers about the rules.
 */
export async function checkSchedules(
  body: PutSchedulesRequest,
  thinker: RecurrenceThinker,
  nowMs: number,
): Promise<RestRefusal | { looks: OccurrenceLookup[] }> {
  const plain = refusalOf(checkPlain(body));
  if (plain) return plain;
  const { schedules } = body;
  const timings = schedules.map(timingOf);
  const tried = await thinker.trySet(timings);
  if (tried === 'no_answer') return NOT_COMPUTED;
  const errors = tried.flatMap((one, index) =>
    'steps' in one ? [] : [{ path: `/schedules/${index}${one.path}`, message: one.message }],
  );
  const refused = refusalOf(errors);
  if (refused) return refused;
  const looked = timings.flatMap(({ recurrence }, index) =>
    recurrence !== null && schedules[index]!.enabled ? [index] : [],
  );
  const found = await thinker.look(
    looked.map((index) => timings[index]!),
    nowMs,
  );
  const costly = looked.filter((_, place) => found[place] === 'over_budget');
  const tooLong = refusalOf(costly.map((index) => ({ path: `/schedules/${index}/recurrence`, message: TOO_LONG })));
  if (tooLong) return tooLong;
  if (!found.every(isOccurrenceLookup)) return NOT_COMPUTED;
  const byIndex = new Map(looked.map((index, place) => [index, found[place]!]));
  return { looks: schedules.map((_, index) => byIndex.get(index) ?? NOTHING_AROUND) };
}

/** That each `id` is of this set. */
export function checkIds({ schedules }: PutSchedulesRequest, before: readonly { id: string }[]): RestRefusal | null {
  const known = new Set(before.map(({ id }) => id));
  const errors = schedules.flatMap(({ id }, index) =>
    id === undefined || known.has(id) ? [] : [{ path: `/schedules/${index}/id`, message: 'is not of this set' }],
  );
  return refusalOf(errors);
}

/** The first page that may not be shown: `invalid_url`, with where it stands. Without a policy, what no organization allows. */
export function checkPages({ schedules }: PutSchedulesRequest, policy: PagePolicy | null): RestRefusal | null {
  for (const [index, { url }] of schedules.entries()) {
    const refused = policy === null ? checkPageForm(url) : checkPageUrl(url, policy);
    if (refused) return { ...refused, errors: [{ path: `/schedules/${index}/url`, message: refused.detail ?? '' }] };
  }
  return null;
}
