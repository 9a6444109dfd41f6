import { describe, expect, test } from 'vitest';
import {
  applyLinkMessage,
  claimedMessage,
  OTHER_PAGE,
  PAGE,
  recordIdOf,
  requestIdOf,
  tokenOf,
  UNCLAIMED_CONFIG,
} from './testing/backend-messages.ts';
import { BAD, GOOD } from './testing/scripted-shell.ts';
import { createSignUnderTest, type SignUnderTest } from './testing/sign-under-test.ts';

async function bootedSign(): Promise<SignUnderTest> {
  const sign = createSignUnderTest();
  await sign.reboot();
  return sign;
}

const NOTHING_OF_A_CLAIM = { organizationId: null, eventId: null, currentUrl: null, claim: null };

describe('a claim with the handshake', () => {
  test('C2: the page is proved unseen, answered, and on screen with sign:claimed, loaded once', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    expect(sign.shell.screen).toMatch(/^qr:[0-9A-Z]{6}$/);
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    const asked = { signName: 'Foyer left', url: PAGE, loadTimeoutMs: 15_000 };
    expect(sign.shell.claiming).toMatchObject({ ...asked, step: 'loading' });
    await sign.clock.advance(200);
    expect(sign.shell.claiming).toMatchObject({ ...asked, step: 'proved' });
    expect(far.heard('sign:link_ack')).toEqual([
      {
        requestId: requestIdOf(1),
        claimToken: tokenOf(1),
        result: 'success',
        loadMs: 100,
        httpStatus: 200,
        replayed: false,
      },
    ]);
    far.say('sign:claimed', claimedMessage());
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    await sign.clock.advance(0);
    expect(far.heard('sign:claim_confirmed')).toEqual([
      { signRecordId: claimedMessage().signRecordId, requestId: requestIdOf(1) },
    ]);
    expect(far.heard('sign:content_displayed')).toMatchObject([{ url: PAGE, loadMs: 100, httpStatus: 200 }]);
    expect(sign.store.disk).toMatchObject({ organizationName: 'Fair Ltd', eventName: 'Spring fair', currentUrl: PAGE });
    await sign.clock.advance(5_000);
    expect(far.heard('heartbeat')).toMatchObject([{ seq: 1, status: 'showing', contentState: 'showing' }]);
    expect(sign.shell.proved).toEqual([PAGE]);
  });

  test('G16: a claim says where its page led, and what of it did not answer, with the proof and with the page', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    const detail = 'leads to login.hotspot.example; cdn.example/ad.js did not answer';
    sign.shell.pages.set(PAGE, { ok: true, loadMs: 100, httpStatus: 200, host: 'login.hotspot.example', detail });
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(200);
    expect(far.heard('sign:link_ack')).toMatchObject([{ result: 'success', detail }]);
    far.say('sign:claimed', claimedMessage());
    expect(far.heard('sign:content_displayed')).toMatchObject([{ url: PAGE, detail }]);
    await sign.clock.advance(0);
    expect(sign.store.disk).toMatchObject({ hosts: [{ url: PAGE, host: 'login.hotspot.example' }] });
  });

  test('G16: the screen of a claim shows the host where the page leads before the page is proved, and no longer than the claim lasts', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    sign.shell.pages.set(PAGE, 'hang');
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(0);
    expect(sign.shell.claiming).toMatchObject({ step: 'loading', leadsTo: null });
    sign.shell.leadTo('login.hotspot.example');
    expect(sign.shell.claiming).toMatchObject({ step: 'loading', leadsTo: 'login.hotspot.example' });
    sign.shell.leadTo(null);
    expect(sign.shell.claiming).toMatchObject({ step: 'loading', leadsTo: null });
    const about = { host: 'menu.example', detail: 'leads to menu.example' };
    sign.shell.finish({ ok: true, loadMs: 100, httpStatus: 200, ...about });
    await sign.clock.advance(0);
    expect(sign.shell.claiming).toMatchObject({ step: 'proved', leadsTo: 'menu.example' });
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now(), { request: 2, url: null }));
    await sign.clock.advance(0);
    expect(sign.shell.claiming).toMatchObject({ url: null, leadsTo: null });
  });

  test('C3: a page that fails is answered with its reason, and nothing of the claim is left', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    sign.shell.pages.set(PAGE, BAD);
    const before = sign.shell.screen;
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(200);
    expect(far.heard('sign:link_ack')).toMatchObject([
      { result: 'failure', reason: 'url_unreachable', detail: 'connection refused', replayed: false },
    ]);
    expect(sign.shell.screen).toBe(before);
    expect(sign.store.disk).toMatchObject(NOTHING_OF_A_CLAIM);
  });

  test('D12: the answer to a claim has the HTTP status of a page that answers with an error, also when the service asks again', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    const failure = { reason: 'url_load_failed', detail: 'HTTP 404', httpStatus: 404 } as const;
    sign.shell.pages.set(PAGE, { ok: false, loadMs: 100, ...failure });
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(200);
    expect(far.heard('sign:link_ack')).toMatchObject([{ result: 'failure', ...failure, replayed: false }]);
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(0);
    expect(far.heard('sign:link_ack').at(-1)).toMatchObject({ result: 'failure', ...failure, replayed: true });
  });

  test('a claim without a page succeeds at once and ends on the ready splash', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now(), { url: null }));
    await sign.clock.advance(0);
    expect(far.heard('sign:link_ack')).toMatchObject([{ result: 'success', loadMs: 0 }]);
    far.say('sign:claimed', claimedMessage({ url: null }));
    expect(sign.shell.screen).toBe('splash:Sign 1');
    expect(sign.shell.proved).toEqual([]);
  });

  test('K5: an address that is no web page is answered without being loaded', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now(), { url: 'file:///etc/passwd' }));
    await sign.clock.advance(0);
    expect(far.heard('sign:link_ack')).toMatchObject([{ result: 'failure', reason: 'url_load_failed' }]);
    expect(sign.shell.proved).toEqual([]);
  });

  test('a page that never answers is a sign_timeout, said by the agent if the shell does not', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    sign.shell.pages.set(PAGE, 'hang');
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(18_000);
    expect(far.heard('sign:link_ack')).toMatchObject([{ result: 'failure', reason: 'sign_timeout' }]);
  });

  test('a link that expired on the way is left alone, judged by the backend’s clock and not by the sign’s', async () => {
    const sign = createSignUnderTest();
    sign.transport.skewMs = 365 * 86_400_000;
    await sign.reboot();
    const far = sign.transport.last();
    const serverNow = sign.clock.now() + sign.transport.skewMs;
    far.say('sign:apply_link', applyLinkMessage(serverNow, { ttlMs: -1 }));
    await sign.clock.advance(1_000);
    expect(sign.shell.proved).toEqual([]);
    sign.clock.jumpWall(-86_400_000);
    far.say('sign:apply_link', applyLinkMessage(serverNow + 1_000, { request: 2 }));
    await sign.clock.advance(1_000);
    expect(sign.shell.proved).toEqual([PAGE]);
  });

  test('another requestId means that the first attempt is over: only the second is answered', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    sign.shell.pages.set(PAGE, 'hang');
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now(), { request: 2, url: OTHER_PAGE }));
    await sign.clock.advance(200);
    sign.shell.finish(GOOD);
    await sign.clock.advance(200);
    expect(far.heard('sign:link_ack')).toMatchObject([{ requestId: requestIdOf(2), result: 'success' }]);
  });

  test('a proved page is given back when sign:claimed does not come', async () => {
    const sign = await bootedSign();
    sign.transport.last().say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(1_000);
    expect(sign.agent.state().proof).not.toBeNull();
    await sign.clock.advance(60_000);
    expect(sign.agent.state().proof).toBeNull();
    expect(sign.shell.screen).toMatch(/^qr:/);
  });
});

describe('C5: the same requestId never loads the page twice', () => {
  test('while its proof runs, only the token is renewed', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(50);
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now(), { token: 2 }));
    await sign.clock.advance(200);
    expect(far.heard('sign:link_ack')).toMatchObject([{ claimToken: tokenOf(2), replayed: false }]);
    expect(sign.shell.proved).toEqual([PAGE]);
  });

  test('asked again, the answer is replayed with the new token', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(200);
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now(), { token: 2 }));
    await sign.clock.advance(200);
    expect(far.heard('sign:link_ack')).toMatchObject([
      { claimToken: tokenOf(1), replayed: false },
      { claimToken: tokenOf(2), replayed: true, result: 'success', loadMs: 100 },
    ]);
    expect(sign.shell.proved).toEqual([PAGE]);
  });

  test('the answer is on disk before it is sent, so it is replayed after a power cut', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    sign.shell.pages.set(PAGE, BAD);
    sign.store.holding = true;
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(5_000);
    expect(far.heard('sign:link_ack')).toEqual([]);
    far.lose();
    sign.store.release();
    await sign.clock.advance(0);
    await sign.reboot();
    sign.transport.last().say('sign:apply_link', applyLinkMessage(sign.clock.now(), { token: 2 }));
    await sign.clock.advance(1_000);
    expect(sign.transport.last().heard('sign:link_ack')).toMatchObject([
      { claimToken: tokenOf(2), result: 'failure', replayed: true },
    ]);
    expect(sign.shell.proved).toEqual([PAGE]);
  });

  test('a power cut before the answer was on disk leaves no answer: it was not sent, and the page is loaded again', async () => {
    const sign = await bootedSign();
    sign.store.holding = true;
    sign.transport.last().say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(1_000);
    await sign.reboot();
    sign.transport.last().say('sign:apply_link', applyLinkMessage(sign.clock.now(), { token: 2 }));
    await sign.clock.advance(1_000);
    expect(sign.transport.attempts.flatMap((far) => far.heard('sign:link_ack'))).toMatchObject([
      { claimToken: tokenOf(2), replayed: false },
    ]);
    expect(sign.shell.proved).toEqual([PAGE, PAGE]);
  });
});

describe('C7: the backend’s record is the truth', () => {
  test('a claim is confirmed only when it would survive a power cut', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    sign.store.holding = true;
    far.say('sign:claimed', claimedMessage());
    await sign.clock.advance(2_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    expect(far.heard('sign:claim_confirmed')).toEqual([]);
    sign.store.release();
    await sign.clock.advance(0);
    expect(far.heard('sign:claim_confirmed')).toHaveLength(1);
  });

  test('the write of one claim does not confirm the next claim', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    sign.store.holding = true;
    far.say('sign:claimed', claimedMessage({ request: 1, record: 1 }));
    await sign.clock.advance(0);
    far.say('sign:claimed', claimedMessage({ request: 2, record: 2, version: 2 }));
    sign.store.release();
    // The first claim's write is through, and the second one's waits.
    sign.store.holding = true;
    await sign.clock.advance(2_000);
    expect(sign.store.disk).toMatchObject({ claim: { sign: { id: recordIdOf(1) } } });
    expect(far.heard('sign:claim_confirmed')).toEqual([]);
    sign.store.release();
    await sign.clock.advance(0);
    expect(far.heard('sign:claim_confirmed').at(-1)).toMatchObject({ requestId: requestIdOf(2) });
  });

  test('sign:claimed again, after a reboot or at once, is confirmed again and disturbs nothing', async () => {
    const sign = await bootedSign();
    sign.transport.last().say('sign:claimed', claimedMessage());
    await sign.clock.advance(1_000);
    await sign.reboot();
    await sign.clock.advance(1_000);
    const far = sign.transport.last();
    const { shown } = sign.shell;
    const before = shown.length;
    for (let repeat = 0; repeat < 3; repeat += 1) far.say('sign:claimed', claimedMessage());
    await sign.clock.advance(1_000);
    expect(far.heard('sign:claim_confirmed').length).toBeGreaterThanOrEqual(1);
    expect(shown.length).toBe(before);
  });

  test('an unanswered confirmation is sent again', async () => {
    const sign = await bootedSign();
    const far = sign.transport.last();
    far.deaf.add('sign:claim_confirmed');
    far.say('sign:claimed', claimedMessage());
    await sign.clock.advance(40_000);
    expect(far.heard('sign:claim_confirmed').length).toBeGreaterThan(1);
    far.deaf.clear();
    await sign.clock.advance(40_000);
    const count = far.heard('sign:claim_confirmed').length;
    await sign.clock.advance(120_000);
    expect(far.heard('sign:claim_confirmed')).toHaveLength(count);
  });

  test('C9: a legacy claim takes the QR away at once and loads the page behind the splash', async () => {
    const sign = await bootedSign();
    sign.transport.last().say('sign:claimed', claimedMessage());
    expect(sign.shell.screen).toBe('splash:Sign 1');
    await sign.clock.advance(200);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test.each(['sign:unregistered', 'sign:deleted', 'sign:config'] as const)(
    'C3: %s brings the QR screen back with a word why, and keeps the identity',
    async (event) => {
      const sign = await bootedSign();
      const far = sign.transport.last();
      const qr = sign.shell.screen;
      far.say('sign:claimed', claimedMessage());
      await sign.clock.advance(1_000);
      if (event === 'sign:config') far.say(event, UNCLAIMED_CONFIG);
      else far.say(event, { reason: 'because' });
      expect(sign.shell.screen).toBe(qr);
      expect(sign.shell.qr?.notice).toMatch(/claim/);
      await sign.clock.advance(0);
      expect(sign.store.disk).toMatchObject(NOTHING_OF_A_CLAIM);
      await sign.reboot();
      expect(sign.shell.screen).toBe(qr);
      expect(sign.shell.qr?.notice).toMatch(/claim/);
    },
  );
});
