import { readFieldMessage } from '@sign-display/contracts/field-messages';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkPageForm,
  checkPageUrl,
  isHostAllowed,
  isPrivateHost,
  parsePageUrl,
  PRIVATE_PAGES,
} from './url-policy.ts';

const page = fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true, withFragments: true });

describe('which pages may be shown', () => {
  it('A5: any text is either refused or an http(s) address without user info; nothing throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webUrl(),
          fc.webUrl().map((url) => `\t${url}`),
        ),
        (text) => {
          const url = parsePageUrl(text);
          if (url === null) return;
          expect(['http:', 'https:']).toContain(url.protocol);
          expect([url.username, url.password]).toEqual(['', '']);
          expect(url.hostname).not.toBe('');
        },
      ),
    );
  });

  it('A4: every web address is let through, as what it is', () => {
    fc.assert(
      fc.property(page, (text) => {
        expect(parsePageUrl(text)?.href).toBe(new URL(text).href);
      }),
    );
  });

  it('A4: with another scheme it is refused', () => {
    const scheme = fc.constantFrom(
      'file',
      'ftp',
      'javascript',
      'data',
      'ws',
      'wss',
      'chrome',
      'about',
      'blob',
      'httpx',
      '',
    );
    fc.assert(
      fc.property(scheme, page, (other, text) => {
        expect(parsePageUrl(text.replace(/^https?/, other))).toBeNull();
        expect(parsePageUrl(`${other}:${text}`)).toBeNull();
      }),
    );
  });

  it('A4: with a user name or password it is refused', () => {
    const info = fc.stringMatching(/^[a-z0-9%._-]{1,8}(:[a-z0-9._-]{0,8})?$/);
    fc.assert(
      fc.property(info, page, (user, text) => {
        const url = parsePageUrl(text.replace('://', `://${user}@`));
        expect(url).toBeNull();
      }),
    );
  });

  it('A4: with blanks or control characters anywhere it is refused', () => {
    const blank = fc.constantFrom(' ', '\t', '\n', '\r', '\u0000', '\u00a0', '\u007f', '\u2028');
    fc.assert(
      fc.property(page, blank, fc.nat(), (text, character, place) => {
        const at = place % (text.length + 1);
        expect(parsePageUrl(text.slice(0, at) + character + text.slice(at))).toBeNull();
      }),
    );
  });

  it.each(['https:example.com', 'https:/example.com', 'http://', 'https:///', '//example.com', 'example.com', ''])(
    '%j is not absolute',
    (text) => expect(parsePageUrl(text)).toBeNull(),
  );
});

describe('an organization’s list of hosts', () => {
  it('A4: empty allows all; otherwise only its own hosts, whatever the case', () => {
    fc.assert(
      fc.property(page, fc.array(fc.domain()), (text, hosts) => {
        const url = new URL(text);
        expect(isHostAllowed(url, [])).toBe(true);
        expect(isHostAllowed(url, [...hosts, url.hostname.toUpperCase()])).toBe(true);
        const others = hosts.filter((host) => host.toLowerCase() !== url.hostname);
        if (others.length > 0) expect(isHostAllowed(url, others)).toBe(false);
      }),
    );
  });

  it.each([
    ['https://EXAMPLE.com', 'example.com', true],
    ['https://example.com:8443/x', 'example.com', true],
    ['https://example.com.', 'example.com', true],
    ['https://a.example.com.', '*.example.com', true],
    ['https://example.com.evil.org', 'example.com', false],
    ['https://example.com%2eevil.org', 'example.com', false],
    ['https://evil.org/example.com', 'example.com', false],
    ['https://evil.org#@example.com', 'example.com', false],
    ['https://evil.org\\\\.example.com', '*.example.com', false],
    ['https://bücher.example', 'xn--bcher-kva.example', true],
    ['https://BÜCHER.example', 'xn--bcher-kva.example', true],
    ['https://еxample.com', 'example.com', false],
    ['http://127.1', '127.0.0.1', true],
    ['http://0x7f000001', '127.0.0.1', true],
    ['http://2130706433', '127.0.0.1', true],
    ['http://127.0.0.1', '*.0.0.1', false],
    ['http://[::1]', '[0:0:0:0:0:0:0:1]', true],
    ['http://[::ffff:127.0.0.1]', '127.0.0.1', false],
    ['https://a.b.example.com', '*.Example.COM', true],
  ])('A4: %s with %s in the list: %s', (text, entry, allowed) => {
    const url = parsePageUrl(text);
    expect(url !== null && isHostAllowed(url, [entry])).toBe(allowed);
  });

  it('A4: *.domain means the hosts below it, not itself and not a namesake', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const list = [`*.${domain}`];
        expect(isHostAllowed(new URL(`https://a.${domain}`), list)).toBe(true);
        expect(isHostAllowed(new URL(`https://a.b.${domain}`), list)).toBe(true);
        expect(isHostAllowed(new URL(`https://${domain}`), list)).toBe(false);
        expect(isHostAllowed(new URL(`https://evil${domain}`), list)).toBe(false);
        expect(isHostAllowed(new URL(`https://${domain}.evil.com`), list)).toBe(false);
      }),
    );
  });
});

describe('a page inside of a network', () => {
  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://0x7f.1',
    'http://2130706433',
    'http://0177.0.0.1',
    'http://localhost',
    'http://LOCALHOST.',
    'http://app.localhost',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
  ])('A4: %s is on the kiosk’s own machine', (text) => {
    const refused = (privatePages: (typeof PRIVATE_PAGES)[number], allowedHosts: string[] = []) =>
      checkPageUrl(text, { allowedHosts, privatePages })?.code ?? null;
    expect(isPrivateHost(new URL(text))).toBe(true);
    expect([refused('ask'), refused('loopback'), refused('allow')]).toEqual(['invalid_url', null, null]);
    expect(refused('ask', [new URL(text).hostname])).toBe(null);
  });

  it.each([
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://192.168.0.1',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://0.0.0.0',
    'http://0',
    'http://255.255.255.255',
    'http://224.0.0.1',
    'http://[fe80::1]',
    'http://[fd12::1]',
    'http://[::]',
    'http://[::ffff:192.168.0.1]',
    'http://[64:ff9b::10.0.0.1]',
    'http://[2002:a00:1::]',
    'http://printer',
    'http://printer.',
    'http://printer.local',
    'http://menu.venue.internal.',
    'http://nas.lan',
    'http://router.home.arpa',
  ])('A4: %s is, whatever form it is written in', (text) => {
    expect(isPrivateHost(new URL(text))).toBe(true);
    for (const privatePages of ['ask', 'loopback'] as const)
      expect(checkPageUrl(text, { allowedHosts: [], privatePages })).toMatchObject({ code: 'invalid_url' });
    expect(checkPageUrl(text, { allowedHosts: [], privatePages: 'allow' })).toBeNull();
  });

  it.each([
    'https://example.org',
    'https://8.8.8.8',
    'https://[2606:4700::1]',
    'https://internal.example.org',
    'https://local.xn--p1ai',
  ])('A4: %s is not', (text) => {
    expect(isPrivateHost(new URL(text))).toBe(false);
    for (const privatePages of PRIVATE_PAGES) {
      expect(checkPageUrl(text, { allowedHosts: [], privatePages })).toBeNull();
      expect(checkPageUrl(text, { allowedHosts: ['*', '10.0.0.1'], privatePages })).toBeNull();
      expect(checkPageUrl(text, { allowedHosts: ['10.0.0.1'], privatePages })).toMatchObject({ code: 'invalid_url' });
    }
  });

  it.each([
    ['http://169.254.169.254/latest', '169.254.169.254', 'urlLinkLocal'],
    ['http://169.254.7.7', '169.254.7.7', 'urlLinkLocal'],
    ['http://[fe80::1]', '[fe80::1]', 'urlLinkLocal'],
    ['http://[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', 'urlLinkLocal'],
    ['http://[64:ff9b::a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', 'urlLinkLocal'],
    ['http://100.100.100.200', '100.100.100.200', 'urlLinkLocal'],
    ['http://[fd00:ec2::254]', '[fd00:ec2::254]', 'urlLinkLocal'],
    ['http://224.0.0.1', '224.0.0.1', 'urlNoPage'],
    ['http://0.0.0.0', '0.0.0.0', 'urlNoPage'],
    ['http://255.255.255.255', '255.255.255.255', 'urlNoPage'],
  ] as const)(
    'A4: the refusal of %s names the kind of address and says that no setting allows it in a browser tab',
    (text, host, kind) => {
      for (const [allowedHosts, rule] of [
        [[], `${kind}First`],
        [['*'], kind],
      ] as const) {
        const { detail } = checkPageUrl(text, { allowedHosts, privatePages: 'loopback' })!;
        expect(detail).not.toContain('private network');
        expect(detail).toContain('No setting allows it for a sign in a browser tab.');
        expect(readFieldMessage(detail!)).toEqual({ rule, value: host });
      }
    },
  );

  it('A4: "*" names no page inside of a network, whatever the setting', () => {
    for (const privatePages of PRIVATE_PAGES)
      expect(checkPageUrl('http://10.0.0.1', { allowedHosts: ['*'], privatePages })).toMatchObject({
        code: 'invalid_url',
      });
  });

  it.each([
    ['HTTP://host.example/x y', 'urlBlank'],
    [' https://example.org', 'urlBlank'],
    ['example.org', 'urlForm'],
    ['ht!tp://example.org', 'urlForm'],
    ['ht!tp://x', 'urlForm'],
    ['https:/example.org', 'urlForm'],
    ['https://user:secret@example.org', 'urlUser'],
    ['https://', 'urlHostless'],
    ['https://exa%20mple.org', 'urlHostless'],
  ] as const)('A4: of “%s” it is told what is wrong with it (%s), not what is not', (url, rule) => {
    expect(readFieldMessage(checkPageForm(url)!.detail!)).toEqual({ rule, value: '' });
  });

  it.each(['10.0.0.4', '[fd12::1]', 'printer', 'nas.lan'])(
    'D3: the pages know each sentence about %s and about a host that isn’t listed, to say it in their own languages',
    (host) => {
      const said = (url: string, allowedHosts: string[]) =>
        readFieldMessage(checkPageUrl(url, { allowedHosts, privatePages: 'ask' })?.detail ?? '');
      const page = `http://${host}/menu`;
      expect(said(page, [])).toEqual({ rule: 'urlPrivateFirst', value: host });
      for (const listed of [['*'], ['example.com', '*.lan.example']])
        expect(said(page, listed)).toEqual({ rule: 'urlPrivate', value: host });
      expect(said('https://example.org', [host])).toEqual({ rule: 'urlHost', value: 'example.org' });
      expect(said('ftp://example.org', [host])).toEqual({ rule: 'urlForm', value: '' });
    },
  );
});
