import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFramable } from './frame-permission.ts';

const SERVICE = 'https://signs.example.org';
const PAGE = 'https://menu.example.com/today';

interface Case {
  policies?: readonly string[];
  options?: readonly string[];
  page?: string;
  origin?: string;
}
const decide = ({ policies = [], options = [], page = PAGE, origin = SERVICE }: Case): boolean =>
  isFramable({ policies, options }, new URL(page), new URL(origin));

const token = fc.stringMatching(/^[a-z0-9'*:./-]{1,20}$/);
const otherDirective = fc
  .tuple(fc.constantFrom('default-src', 'script-src', 'frame-src', 'child-src', 'sandbox'), fc.array(token))
  .map(([name, sources]) => [name, ...sources].join(' '));

describe('details 100: X-Frame-Options', () => {
  test.each([
    [[], true],
    [['DENY'], false],
    [['deny'], false],
    [[' Deny '], false],
    [['SAMEORIGIN'], false],
    [['ALLOWALL'], true],
    [['ALLOW-FROM https://signs.example.org'], true],
    [['nonsense'], true],
    [[''], true],
    [['DENY', 'DENY'], false],
    [['SAMEORIGIN, SAMEORIGIN'], false],
    [['DENY, SAMEORIGIN'], false],
    [['ALLOWALL', 'SAMEORIGIN'], false],
    [['nonsense', 'other'], true],
    [['nonsense', 'DENY'], false],
  ])('%j lets another origin frame the page: %s', (options, expected) => {
    expect(decide({ options })).toBe(expected);
  });

  test('SAMEORIGIN allows framing by the same origin, and refuses another scheme, port or host', () => {
    const options = ['SAMEORIGIN'];
    expect(decide({ options, page: `${SERVICE}/sample` })).toBe(true);
    for (const page of ['http://signs.example.org/', 'https://signs.example.org:8443/', 'https://a.signs.example.org/'])
      expect(decide({ options, page })).toBe(false);
  });
});

describe('details 100: frame-ancestors', () => {
  test.each([
    ["frame-ancestors 'none'", false],
    ['frame-ancestors', false],
    ['frame-ancestors *', true],
    ['frame-ancestors https:', true],
    ['frame-ancestors http:', true],
    ['frame-ancestors wss:', false],
    ["frame-ancestors 'self'", false],
    ["frame-ancestors 'none' https://signs.example.org", true],
    ['frame-ancestors signs.example.org', true],
    ['FRAME-ANCESTORS HTTPS://SIGNS.EXAMPLE.ORG', true],
    ['frame-ancestors https://signs.example.org:443', true],
    ['frame-ancestors http://signs.example.org', true],
    ['frame-ancestors http://signs.example.org:80', true],
    ['frame-ancestors https://signs.example.org:8443', false],
    ['frame-ancestors https://signs.example.org:*', true],
    ['frame-ancestors *.example.org', true],
    ['frame-ancestors *.signs.example.org', false],
    ['frame-ancestors https://*', true],
    ['frame-ancestors https://signs.example.org/', true],
    ['frame-ancestors https://signs.example.org/sign', false],
    ['frame-ancestors https://signs.example.org.evil.example', false],
    ['frame-ancestors https://evil.example', false],
    ["default-src 'none'; frame-ancestors https://signs.example.org", true],
    ["frame-ancestors 'none'; frame-ancestors *", false],
    ["frame-ancestors *, frame-ancestors 'none'", false],
    ["frame-ancestors *, default-src 'none'", true],
    ['frame-ancestors signs.example.org#x', false],
    ["frame-src 'none'", true],
  ])('%s: %s', (policy, expected) => {
    expect(decide({ policies: [policy] })).toBe(expected);
  });

  test('a source without a scheme matches the scheme of the page, and https', () => {
    const policies = ['frame-ancestors signs.example.org'];
    expect(decide({ policies, origin: 'http://signs.example.org' })).toBe(false);
    expect(decide({ policies, origin: 'http://signs.example.org', page: 'http://menu.example.com/' })).toBe(true);
    expect(decide({ policies, page: 'http://menu.example.com/' })).toBe(true);
  });

  test("'self' matches the page's own origin, and https on the same host", () => {
    const policies = ["frame-ancestors 'self'"];
    expect(decide({ policies, page: `${SERVICE}/sample` })).toBe(true);
    expect(decide({ policies, page: 'http://signs.example.org/' })).toBe(true);
    expect(decide({ policies, page: `${SERVICE}/`, origin: 'http://signs.example.org' })).toBe(false);
    expect(decide({ policies, page: 'http://localhost:3000/', origin: 'http://localhost:3001' })).toBe(false);
  });

  test('a source with an IP address and a port matches exactly this address and port', () => {
    const policies = ['frame-ancestors http://192.168.1.20:3000'];
    expect(decide({ policies, page: 'http://a.example/', origin: 'http://192.168.1.20:3000' })).toBe(true);
    expect(decide({ policies, page: 'http://a.example/', origin: 'http://192.168.1.20' })).toBe(false);
  });

  test('frame-ancestors wins over X-Frame-Options, in both directions', () => {
    expect(decide({ policies: ['frame-ancestors *'], options: ['DENY'] })).toBe(true);
    expect(decide({ policies: ["frame-ancestors 'none'"], options: ['ALLOWALL'] })).toBe(false);
    expect(decide({ policies: ["default-src 'none'"], options: ['DENY'] })).toBe(false);
  });
});

describe('details 100: any headers', () => {
  const anyHeader = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), otherDirective);

  test('isFramable returns a boolean for any headers and never throws', () => {
    fc.assert(
      fc.property(fc.array(anyHeader), fc.array(anyHeader), (policies, options) => {
        expect(typeof decide({ policies, options })).toBe('boolean');
      }),
    );
  });

  test("an enforced 'none' refuses framing, whatever the other headers and directives allow", () => {
    fc.assert(
      fc.property(fc.array(otherDirective), fc.array(anyHeader), fc.array(otherDirective), (before, options, after) => {
        const refusing = [...before, "frame-ancestors 'none'", ...after].join(';');
        expect(decide({ policies: ['frame-ancestors *', refusing], options })).toBe(false);
        expect(decide({ policies: [refusing, 'frame-ancestors *'], options })).toBe(false);
      }),
    );
  });

  test('a page is framable only if each of its policies allows it', () => {
    fc.assert(
      fc.property(fc.array(token), fc.array(token), (some, more) => {
        const [one, other] = [some, more].map((sources) => `frame-ancestors ${sources.join(' ')}`);
        const both = decide({ policies: [one!, other!] });
        expect(both).toBe(decide({ policies: [one!] }) && decide({ policies: [other!] }));
        expect(decide({ policies: [`${one!}, ${other!}`] })).toBe(both);
      }),
    );
  });

  test('a policy that lists the service’s origin allows it to frame the page, whatever else it lists', () => {
    const origin = fc.tuple(
      fc.constantFrom('http', 'https'),
      fc.domain(),
      fc.option(fc.integer({ min: 1, max: 65_535 })),
    );
    fc.assert(
      fc.property(origin, fc.array(token), ([scheme, domain, port], others) => {
        const own = new URL(`${scheme}://${domain}${port === null ? '' : `:${port}`}`).origin;
        expect(decide({ policies: [`frame-ancestors ${[...others, own].join(' ')}`], origin: own })).toBe(true);
      }),
    );
  });
});
