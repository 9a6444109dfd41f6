import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { RestRefusal } from '../http/problem.ts';
import { isTimeZone } from '../recurrence/time-zone-check.ts';

interface EventTimes {
  timeZone: string;
  startsAt: Date | string | null | undefined;
  endsAt: Date | string | null | undefined;
}

/** What no schema can say of an event: that its zone exists, and that it doesn't end before it begins. */
export function checkEventTimes({ timeZone, startsAt, endsAt }: EventTimes): RestRefusal | null {
  const errors = [];
  if (!isTimeZone(timeZone)) errors.push({ path: '/timeZone', message: FIELD_MESSAGES.unknownZone });
  if (startsAt && endsAt && new Date(endsAt) < new Date(startsAt)) {
    errors.push({ path: '/endsAt', message: FIELD_MESSAGES.beforeStart });
  }
  return errors.length === 0
    ? null
    : { code: 'validation_failed', detail: 'The body does not match the schema.', errors };
}
