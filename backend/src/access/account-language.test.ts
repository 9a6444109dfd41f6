import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, startTestService, type Person, type TestService } from './testing/test-service.ts';

/** The language of an account (contract, 3.1). */

let service: TestService;
let ada: Person;
beforeAll(async () => {
  service = await startTestService();
  ada = await service.makePerson('ada');
});
afterAll(() => service.close());

const update = (body: object) => ada.call('POST', '/api/auth/update-user', body);
const account = async () => ((await ada.call('GET', '/api/me')).body as { user: object }).user;

test('a person chooses the language of their mails, and takes the choice back', async () => {
  expect(await account()).toMatchObject({ language: null });
  expect((await update({ language: 'de' })).status).toBe(200);
  expect(await account()).toMatchObject({ name: 'ada', language: 'de' });
  expect((await update({ name: 'Ada' })).status).toBe(200);
  expect(await account()).toMatchObject({ name: 'Ada', language: 'de' });
  expect((await update({ language: null })).status).toBe(200);
  expect(await account()).toMatchObject({ language: null });
});

test.each([{}, { language: 'fr' }, { language: '' }, { language: 'de', lastActiveAt: null }, { kind: 'browser' }])(
  'an account takes no other field and no other language: %j',
  async (body) => {
    expect(problemOf(await update(body)).code).toBe('validation_failed');
  },
);
