import type { EnableSecondFactorResponse } from '@sign-display/contracts/rest/second-factor';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { stepAt, totpCode } from '../second-factor/totp.ts';
import { PASSWORD, type Person } from './test-service.ts';

/** The authenticator app of a person, and what they wrote down. */
export interface Authenticator {
  backupCodes: string[];
  /** The code of now, or of some steps later. */
  code(stepsLater?: number): string;
  /** Six digits that are the code of no step around now. */
  wrongCode(): string;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Reads an answer of `enable` as a person with an app does. */
export function authenticatorOf({ totpURI, backupCodes }: EnableSecondFactorResponse, clock: Clock): Authenticator {
  const secret = decodeBase32(new URL(totpURI).searchParams.get('secret')!);
  const code = (stepsLater = 0): string => totpCode(secret, stepAt(clock.now()) + stepsLater);
  return {
    backupCodes,
    code,
    wrongCode() {
      const right = [-2, -1, 0, 1, 2].map(code);
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find((digits) => !right.includes(digits))!;
    },
  };
}

/** Asks for a secret; nothing is on yet. */
export async function beginEnrolment(person: Pick<Person, 'call'>, clock: Clock): Promise<Authenticator> {
  const reply = await person.call('POST', '/api/auth/two-factor/enable', { password: PASSWORD });
  if (reply.status !== 200) throw new Error(`not enabled: ${JSON.stringify(reply.body)}`);
  return authenticatorOf(reply.body as EnableSecondFactorResponse, clock);
}

/** Turns the second factor on. The code of now is used up. */
export async function enrol(person: Pick<Person, 'call'>, clock: Clock): Promise<Authenticator> {
  const app = await beginEnrolment(person, clock);
  const reply = await person.call('POST', '/api/auth/two-factor/verify-totp', { code: app.code() });
  if (reply.status !== 200) throw new Error(`not turned on: ${JSON.stringify(reply.body)}`);
  return app;
}
