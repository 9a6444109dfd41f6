import { FIELD_MESSAGES, readFieldMessage } from '@sign-display/contracts/field-messages';
import { ROUTES, type RouteKey } from '@sign-display/contracts/routes';
import { typedMessages } from '@sign-display/contracts/testing/collect-form-messages';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { fieldErrorText, errorText, unlabelledErrorText } from './error-text.ts';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync('**/*.{ts,tsx}', { cwd, exclude: ['**/*.test.ts', 'testing/**', 'bench/**'] });
/** The routes with a body that the pages call. */
const called = new Set(
  sources
    .flatMap((name) => readFileSync(`${cwd}/${name}`, 'utf8').match(/'(?:POST|PUT|PATCH) \/api\/[^']*'/g) ?? [])
    .map((key) => key.slice(1, -1) as RouteKey),
);
const said = [...called].flatMap((key) => typedMessages(key).map((one) => ({ key, ...one })));

/** Six digits are sent once all six are typed, and no other text. */
const SENT_WHOLE = new Set(['POST /api/auth/two-factor/verify-totp /code']);

/** What only codes and identifiers of the pages' own can have wrong. */
const NOT_TYPED = /^must be (a short code|a hardware address|a person’s identifier)/;

describe('D3: what the service says of a field', () => {
  test('the pages call routes that can say much', () => {
    expect(called).toContain('PATCH /api/events/:id');
    for (const key of called) expect(ROUTES).toHaveProperty([key]);
    expect(said.length).toBeGreaterThan(60);
  });

  test.each(said)(
    '$key: the field error “$path $message” has a text of its own in English and in German',
    ({ key, path, message }) => {
      if (NOT_TYPED.test(message) || SENT_WHOLE.has(`${key} ${path}`)) return;
      expect(readFieldMessage(message)).not.toBeNull();
      const [inEnglish, inGerman] = [english, german].map((words) => fieldErrorText(words, message, 'FIELD'));
      expect(inEnglish).not.toBe(message);
      expect(inGerman).not.toBe(inEnglish);
    },
  );

  test.each(Object.values(FIELD_MESSAGES))('“%s” is in the catalogue, in both languages', (message) => {
    const [inEnglish, inGerman] = [english, german].map((words) => fieldErrorText(words, message, 'FIELD'));
    expect(inEnglish).not.toContain('startsAt');
    expect(inGerman).not.toBe(inEnglish);
  });

  test('a field is called what the page calls it, and so is the one that it is held against', () => {
    expect(fieldErrorText(english, 'is before startsAt', english.events.endsAt)).toBe(
      '“Ends” can’t be earlier than “Starts”.',
    );
    expect(fieldErrorText(german, 'is before startsAt', german.events.endsAt)).toBe(
      '„Ende“ darf nicht vor „Beginn“ liegen.',
    );
    expect(fieldErrorText(german, 'must not have more than 200 characters', 'Ort')).toBe(
      '„Ort“ darf höchstens 200 Zeichen haben.',
    );
  });

  test('a time that has passed, and a blank in an address, are said in whole sentences about what is wrong', () => {
    expect(fieldErrorText(english, 'has passed already', 'Until when')).toBe('This time is in the past.');
    const said = fieldErrorText(english, FIELD_MESSAGES.urlBlank, 'Web page');
    expect(said).toContain('space');
    expect(said).not.toContain('http://');
  });

  test('what the catalogue doesn’t know is said as the service says it', () => {
    expect(fieldErrorText(german, 'is of tomorrow', 'Ort')).toBe('is of tomorrow');
    const error = { path: '/links/0', message: 'is of tomorrow' };
    expect(unlabelledErrorText(german, error)).toBe('links/0: is of tomorrow');
    expect(unlabelledErrorText(german, { ...error, message: 'is required' })).toBe('„links/0“ fehlt.');
  });
});

test.each(['forbidden', 'not_found', 'conflict', 'quota_exceeded', 'unauthenticated', 'validation_failed'] as const)(
  'D3: %s is said in the page’s language, not in the service’s English',
  (code) => {
    const trouble = { type: 'about:blank', title: 'No', status: 400, detail: 'English words', code };
    expect(errorText(german, trouble)).not.toBe('English words');
    expect(errorText(german, trouble)).not.toBe(errorText(english, trouble));
  },
);
