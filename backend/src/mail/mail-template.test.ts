import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invitationMail } from '../access/invitation-mail.ts';
import { passwordResetMail } from '../access/password-reset-mail.ts';
import { renderLetter } from './mail-template.ts';
import { withoutLinks } from './mail-name-sanitizer.ts';

const LINK = 'https://signs.example.org/invite/abc';
const unescape = (html: string): string =>
  html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => {
    const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
    return signs[name]!;
  });
/** What somebody reads of the HTML, in one line. */
const readOf = (html: string): string =>
  unescape(html.replace(/<head>.*<\/head>/s, '').replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');
const inOneLine = (words: string): string => words.replaceAll(/\s+/g, ' ').trim();

const invitation = (organization: string, inviter: string) =>
  invitationMail({ to: 'ada@example.org', organization, inviter, role: 'viewer', link: LINK }, 'en');

test.each([
  ['an invitation', invitation('Öpera', 'Eve & Bob')],
  ['a forgotten password', passwordResetMail({ to: 'ada@example.org', link: LINK }, 'de')],
])('%s says the same as text and as HTML, which loads nothing and has the link as a button', (_, { text, html }) => {
  const words = readOf(html!);
  const lines = text.split('\n').filter((line) => line !== '' && line !== LINK);
  for (const line of lines) expect(words).toContain(line.replace(/:$/, ''));
  expect(html).toContain(`<a href="${LINK}"`);
  expect(html).not.toMatch(/<img|<link|<script|url\(|src=/);
});

test('A5: no name adds markup to a letter', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('<img src=x>', '"><script>', "'&lt;"));
  const tagsOf = (html: string | undefined) => html!.match(/<[a-z]+/g);
  fc.assert(
    fc.property(name, name, (organization, inviter) => {
      expect(tagsOf(invitation(organization, inviter).html)).toEqual(tagsOf(invitation('a', 'b').html));
    }),
  );
});

test('a letter loses no word, also without a step', () => {
  const words = fc.array(fc.stringMatching(/^[a-zä]{1,80}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(words, words, (one, other) => {
      const paragraphs = [withoutLinks(one.join(' '))];
      const { text, html } = renderLetter({ to: 'a@example.org', subject: 'S', paragraphs, notes: [other.join(' ')] });
      for (const each of [one, other]) {
        expect(inOneLine(text)).toContain(each.join(' '));
        expect(readOf(html!)).toContain(each.join(' '));
      }
    }),
  );
});
