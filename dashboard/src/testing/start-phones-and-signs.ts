import { openHall, type Hall, type Person, type PhoneOpening } from './service-and-phones.ts';
import { operate, type Operator } from './operate-claim-page.ts';
import type { Sign } from './virtual-sign-processes.ts';

/** A hall in which signs are claimed by phone. */
export interface ClaimHall {
  hall: Hall;
  operator: Person;
  /** A sign that nobody has claimed. */
  sign(): Sign;
  /** The claim on a phone, the operator's where no other person is named. */
  claimPage(opening?: PhoneOpening): Promise<Operator>;
  /** The requestIds of all attempts at that sign. */
  requestsFor(sign: Sign): Promise<Set<string>>;
}

/** With so many signs that nobody has claimed. `settings`: in place of the backend's own and of the hall's. */
export async function openClaimHall(signs: number, settings: Record<string, string> = {}): Promise<ClaimHall> {
  const hall = await openHall(settings);
  const [operator, { all: spare }] = await Promise.all([hall.person('operator'), hall.box.signs(signs)]);
  return {
    hall,
    operator,
    sign: () => spare.pop()!,
    claimPage: async (opening) => operate(await hall.phone({ person: operator, path: '/claim', ...opening })),
    requestsFor: async (sign) => new Set((await hall.attempts(sign)).map(({ requestId }) => requestId)),
  };
}
