import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { problemOf } from '../access/testing/test-service.ts';
import { signMailLink } from '../notifications/inbox/mail-link-token.ts';
import { createProcessLog } from '../process/process-log.ts';
import { connectKiosk, startSignsWorld, type SignsWorld } from '../signs/testing/signs-world.ts';
import { LOG_SAFETY, loggedUrl, withoutUrlSecrets } from './log-secrets.ts';

describe('L3: an address in the log', () => {
  const secret = 'S3CRET';
  const word = fc.stringMatching(/^[A-Za-z0-9._~-]{1,8}$/);
  const hidden = fc.constantFrom(
    `?token=${secret}`,
    `?a=b&t=${secret}`,
    `#${secret}`,
    `/?${secret}#${secret}`,
    `?x="${secret}`,
  );
  const scheme = fc.constantFrom('http://', 'https://', 'wss://', 'postgres://', 'HTTPS://');
  const logOf = (fields: object, message: string) => {
    const lines: string[] = [];
    pino(LOG_SAFETY, { write: (line: string) => void lines.push(line) }).info(fields, message);
    return lines.join('');
  };

  test('L3: shows neither query, nor fragment, nor user info, in whatever field or sentence it stands', () => {
    fc.assert(
      fc.property(scheme, word, word, hidden, (begin, host, path, end) => {
        const urls = [
          `${begin}${host}/${path}${end}`,
          `${begin}me:${secret}@${host}/${path}`,
          `${begin}${secret}@${host}`,
        ];
        for (const url of urls) {
          expect(loggedUrl(url)).not.toContain(secret);
          if (url.includes('"')) continue;
          const err = new Error(`could not load ${url} (404)`);
          for (const line of [logOf({ url, deep: { detail: `at ${url}, twice` } }, 'x'), logOf({ err }, `at ${url}`)]) {
            expect(line).not.toContain(secret);
            expect(line).toContain(host);
            expect(JSON.parse(line)).toBeTypeOf('object');
          }
        }
      }),
    );
  });

  test.each([
    ['https://a.example/wall?token=x#y', 'https://a.example/wall'],
    [
      'net::ERR_FAILED loading https://u:p@a.example/wall?t=x, given up',
      'net::ERR_FAILED loading https://a.example/wall given up',
    ],
    ['/api/invitations/abc/accept', '/api/invitations/[token]/accept'],
    ['/reset-password?token=abc', '/reset-password?token=[token]'],
    ['/reset-password#token=abc', '/reset-password#token=[token]'],
    ['listening at http://127.0.0.1:3000', 'listening at http://127.0.0.1:3000'],
    ['mail of ada@example.org', 'mail of ada@example.org'],
  ])('%s reads %s', (text, shown) => {
    expect(withoutUrlSecrets(text)).toBe(shown);
  });

  test.each([true, false])('L3: the process’s own log hides them, at a terminal: %s', (isTTY) => {
    const lines: string[] = [];
    const log = createProcessLog(
      'info',
      { isTTY, write: (line: string) => void lines.push(line) },
      { colorize: false },
    );
    log
      .child({ page: `https://a.example/?${secret}` })
      .warn({ err: new Error(`https://a.example/#${secret}`) }, 'failed');
    expect(lines.join('')).toContain('a.example');
    expect(lines.join('')).not.toContain(secret);
  });
});

describe('L3: a run with secrets in its addresses', () => {
  let world: SignsWorld;
  beforeAll(async () => {
    world = await startSignsWorld();
  });
  afterAll(() => world.service.close());

  test('L3: none of them is in the log, at level debug', async () => {
    const secrets = Array.from({ length: 9 }, (_, number) => `s3cret${number}s3cret`) as [string, ...string[]];
    const page = (number: number) => `https://pages.example/wall?token=${secrets[number]}#${secrets[number + 1]}`;
    const { people, organizationId, eventId, service } = world;
    const place = { organizationId, eventId, name: 'Lobby', location: 'Hall 1' };

    for (const result of ['failure', 'success'] as const) {
      const kiosk = await connectKiosk(world);
      const { signId, shortCode } = kiosk;
      const claiming = people.operator.call('POST', '/api/signs/claim', { ...place, signId, shortCode, url: page(0) });
      const { requestId, claimToken } = await kiosk.next('sign:apply_link');
      const failure = {
        reason: 'url_load_failed',
        detail: `net::ERR_ABORTED at ${page(0)}, and https://u:${secrets[2]}@x.example/`,
      };
      const ack = { requestId, claimToken, result, loadMs: 5, replayed: false, ...(result === 'failure' && failure) };
      await kiosk.request('sign:link_ack', ack);
      expect((await claiming).status).toBe(result === 'failure' ? 400 : 201);
      if (result === 'failure') continue;
      await kiosk.next('sign:claimed');
      const at = new Date().toISOString();
      const of = { url: page(3), contentId: null, at };
      kiosk.send('sign:content_displayed', { ...of, loadMs: 5, httpStatus: 200 });
      kiosk.send('sign:content_error', { ...of, code: 'load_failed', detail: `no answer of ${page(3)}` });
      kiosk.send('sign:content_unreachable', { url: page(3), detail: page(4), since: at, at });
      kiosk.send('sign:content_recovered', { url: page(3), since: at, at });
      // Answered after them.
      const entries = [{ kind: 'render', at, url: page(4), contentId: null, loadMs: 1 }];
      await kiosk.request('sign:analytics', { batchId: crypto.randomUUID(), entries });
    }
    const subject = { userId: people.admin.id, eventId, issuedAtMs: Date.now() };
    const [unsubscribe, snooze] = (['unsubscribe', 'snooze'] as const).map((purpose) =>
      signMailLink({ purpose, ...subject }, 'another secret'),
    ) as [string, string];
    const requests = [
      ['GET', `/api/invitations/${secrets[5]}`],
      ['POST', `/api/invitations/${secrets[5]}/accept`],
      ['POST', `/api/unsubscribe/${unsubscribe}`],
      ['GET', `/api/snooze/${snooze}`],
      ['GET', `/reset-password?token=${secrets[6]}`],
      ['GET', `/invite/${secrets[7]}`],
      ['GET', `/api/signs?organizationId=${organizationId}&q=${secrets[8]}`],
    ] as const;
    for (const [method, url] of requests) await service.call(method, url, method === 'POST' ? {} : undefined);
    const reset = await service.call('POST', '/api/auth/reset-password', {
      token: secrets[6],
      newPassword: 'a new one of mine',
    });
    expect(problemOf(reset).code).toBe('validation_failed');

    const log = service.logged.join('');
    expect(log).toContain('https://pages.example/wall');
    expect(log).toContain('kiosk reported its content');
    for (const secret of [...secrets, unsubscribe, snooze]) expect(log).not.toContain(secret);
  });
});
