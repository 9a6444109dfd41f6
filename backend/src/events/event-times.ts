import type { RestRefusal } from '../http/problem.ts';

/** Whether this runtime knows the IANA time zone `name`, which is how every schedule of the event will be computed. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

interface EventTimes {
  timeZone: string;
  startsAt: Date | string | null | undefined;
  endsAt: Date | string | null | undefined;
}

/** What no schema can say of an event: that its zone exists, and that it doesn't end before it begins. */
export function checkEventTimes({ timeZone, startsAt, endsAt }: EventTimes): RestRefusal | null {
  const errors = [];
  if (!isTimeZone(timeZone)) errors.push({ path: '/timeZone', message: 'is not a time zone of the IANA database' });
  if (startsAt && endsAt && new Date(endsAt) < new Date(startsAt)) {
    errors.push({ path: '/endsAt', message: 'is before startsAt' });
  }
  return errors.length === 0 ? null : { code: 'validation_failed', detail: 'The body does not fit.', errors };
}
