import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mail } from '../mail/message.ts';
import { languageOfMail } from './mail-language.ts';
import { patchOrganization, startTestService, type Person, type TestService } from './testing/test-service.ts';

/** The language of mails: the account's, else the organization's, else English (contract, 3.1). */

let service: TestService;
let owner: Person;
let organizationId: string;
const mails: Mail[] = [];
let count = 0;

beforeAll(async () => {
  service = await startTestService({ outside: { sendMail: async (mail) => void mails.push(mail) } });
  owner = await service.makePerson('owner');
  organizationId = ((await owner.call('POST', '/api/organizations', { name: 'Oper' })).body as { id: string }).id;
  await patchOrganization(owner, organizationId, { language: 'de' });
});
afterAll(() => service.close());

const choose = (person: Person, language: 'en' | 'de' | null) =>
  person.call('POST', '/api/auth/update-user', { language });
async function makeMember(): Promise<Person> {
  const person = await service.makePerson(`person${(count += 1)}`);
  await service.setRole(organizationId, person.id, 'viewer');
  return person;
}
const languageOf = (email: string, organization: string | null) =>
  languageOfMail(service.database.db, email, organization);

test('a person who chose no language gets mails in the organization’s language, and mails about the account in that of their first organization', async () => {
  const person = await makeMember();
  expect(await languageOf(person.email, organizationId)).toBe('de');
  expect(await languageOf(person.email, null)).toBe('de');
});

test('a person who chose a language gets mails in it, whatever language the organization chose', async () => {
  const person = await makeMember();
  await choose(person, 'en');
  expect(await languageOf(person.email, organizationId)).toBe('en');
  expect(await languageOf(person.email, null)).toBe('en');
});

test('an address without an account gets mails in the organization’s language, or in English if there is none', async () => {
  expect(await languageOf('nobody@example.org', organizationId)).toBe('de');
  expect(await languageOf('nobody@example.org', null)).toBe('en');
  const alone = await service.makePerson('alone');
  expect(await languageOf(alone.email, null)).toBe('en');
});

test('an invitation into a German organization is a German mail', async () => {
  const invited = { email: 'gast@example.org', role: 'viewer' };
  expect((await owner.call('POST', `/api/organizations/${organizationId}/members`, invited)).status).toBe(201);
  const { subject, text, html } = mails.find(({ to }) => to === invited.email)!;
  expect(subject).toBe('Einladung zu „Oper“');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('„owner“ lädt Sie als Betrachter in die Organisation „Oper“ ein.');
  expect(html).toContain('<html lang="de">');
});
