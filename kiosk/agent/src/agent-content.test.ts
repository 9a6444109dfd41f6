import { describe, expect, test } from 'vitest';
import { at, claimedMessage, commandIdOf, configMessage, OTHER_PAGE, PAGE } from './testing/backend-messages.ts';
import { LEADS_ELSEWHERE, type CheckResult, type ProofResult } from './ports.ts';
import { BAD } from './testing/scripted-shell.ts';
import { createSignUnderTest, type SignUnderTest } from './testing/sign-under-test.ts';

async function showingSign(settings = {}): Promise<SignUnderTest> {
  const sign = createSignUnderTest();
  await sign.reboot();
  sign.transport.last().say('sign:claimed', claimedMessage({ settings }));
  await sign.clock.advance(1_000);
  return sign;
}

describe('K4: the page on screen', () => {
  test('stays while the next one fails, is told once, and swaps when it loads', async () => {
    const sign = await showingSign();
    const far = sign.transport.last();
    sign.shell.pages.set(OTHER_PAGE, BAD);
    far.say('sign:config', configMessage({ url: OTHER_PAGE, version: 2 }));
    await sign.clock.advance(300_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    expect(far.heard('sign:content_error')).toMatchObject([{ url: OTHER_PAGE, code: 'url_unreachable' }]);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ status: 'error', contentState: 'error' });
    const tries = sign.shell.proved.filter((url) => url === OTHER_PAGE).length;
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(16);
    sign.shell.pages.delete(OTHER_PAGE);
    await sign.clock.advance(61_000);
    expect(sign.shell.screen).toBe(`page:${OTHER_PAGE}`);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ status: 'showing', contentState: 'showing' });
  });

  test('an older config is overtaken on one connection, and the truth again on the next', async () => {
    const sign = await showingSign();
    const far = sign.transport.last();
    far.say('sign:config', configMessage({ url: OTHER_PAGE, version: 5 }));
    far.say('sign:config', configMessage({ url: PAGE, version: 4 }));
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${OTHER_PAGE}`);
    far.lose();
    await sign.clock.advance(2_000);
    sign.transport.last().say('sign:config', configMessage({ url: PAGE, version: 4 }));
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test('K5: a page that crashed is loaded again, paced', async () => {
    const sign = await showingSign();
    sign.agent.pageFailed({ url: PAGE, code: 'crashed', detail: 'out of memory' });
    await sign.clock.advance(6_000);
    expect(sign.shell.proved).toEqual([PAGE, PAGE]);
    expect(sign.transport.last().heard('sign:content_error')).toMatchObject([{ url: PAGE, code: 'crashed' }]);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test('K5: a page that crashes whenever it is shown is tried ever more slowly', async () => {
    const sign = await showingSign({ reachabilityIntervalMs: 3_600_000 });
    let before = sign.shell.shown.length;
    const crashes: number[] = [];
    for (let seconds = 0; seconds < 600; seconds += 1) {
      sign.agent.pageFailed({ url: PAGE, code: 'crashed', detail: '' });
      await sign.clock.advance(1_000);
      if (sign.shell.shown.length > before) crashes.push(seconds);
      before = sign.shell.shown.length;
    }
    expect(crashes.length).toBeLessThan(25);
    expect(crashes.at(-1)! - crashes.at(-2)!).toBeGreaterThanOrEqual(30);
  });

  test('another event’s page goes at once, also where the new record shows the same one', async () => {
    const sign = await showingSign();
    sign.transport.last().say('sign:config', configMessage({ record: 2 }));
    expect(sign.shell.screen).toBe('splash:Sign 2');
    await sign.clock.advance(200);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });
});

describe('reachability', () => {
  test('two failures in a row are unreachable, one success recovers, and the page stays on screen', async () => {
    const sign = await showingSign();
    const far = sign.transport.last();
    await sign.clock.advance(40_000);
    sign.shell.checks.set(PAGE, 'throw');
    await sign.clock.advance(90_000);
    expect(far.heard('sign:content_unreachable')).toMatchObject([{ url: PAGE, detail: 'no network' }]);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ status: 'showing', contentState: 'unreachable' });
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    sign.shell.checks.delete(PAGE);
    await sign.clock.advance(40_000);
    expect(far.heard('sign:content_recovered')).toHaveLength(1);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ contentState: 'showing' });
    expect(sign.shell.proved).toEqual([PAGE]);
  });

  test('G17: a page that answers an error to the checks is unreachable with the status of its answer', async () => {
    const sign = await showingSign();
    const far = sign.transport.last();
    sign.shell.checks.set(PAGE, { ok: false, detail: 'The page answered with HTTP 406', httpStatus: 406 });
    await sign.clock.advance(90_000);
    const said = { url: PAGE, detail: 'The page answered with HTTP 406', httpStatus: 406 };
    expect(far.heard('sign:content_unreachable')).toMatchObject([said]);
    sign.shell.checks.set(PAGE, { ok: true, fingerprint: 'same' });
    await sign.clock.advance(31_000);
    sign.shell.checks.set(PAGE, { ok: false, detail: 'The page answered with HTTP 999', httpStatus: 999 });
    await sign.clock.advance(90_000);
    expect(far.heard('sign:content_unreachable').at(-1)).not.toHaveProperty('httpStatus');
  });

  test.each([99, 999, 200.5])(
    'G14: a page that answers %d is displayed, and reported without a status that the contract has no room for',
    async (httpStatus) => {
      const sign = createSignUnderTest();
      await sign.reboot();
      sign.shell.pages.set(PAGE, { ok: true, loadMs: 100, httpStatus });
      const far = sign.transport.last();
      far.say('sign:claimed', claimedMessage());
      await sign.clock.advance(1_000);
      expect(far.heard('sign:content_displayed')).toMatchObject([{ url: PAGE, httpStatus: null }]);
    },
  );

  test('G13: a changed page is requested again immediately and loaded once, unseen until it is whole', async () => {
    const sign = await showingSign();
    await sign.clock.advance(40_000);
    sign.shell.checks.set(PAGE, { ok: true, fingerprint: 'another' });
    await sign.clock.advance(40_000);
    expect(sign.shell.shown).toEqual([PAGE, PAGE]);
    await sign.clock.advance(200_000);
    expect(sign.shell.shown).toEqual([PAGE, PAGE]);
  });

  test('G13: a page that changes at every request stays, is noted once, and is loaded again by reloadEverySeconds alone', async () => {
    const sign = await showingSign();
    const far = sign.transport.last();
    const { check } = sign.shell;
    let requests = 0;
    sign.shell.check = async (url) => ({ ...(await check(url)), ok: true, fingerprint: `${(requests += 1)}` });
    await sign.clock.advance(600_000);
    expect(requests).toBeGreaterThan(15);
    expect(sign.shell.shown).toEqual([PAGE]);
    const noted = { state: 'changes_at_every_request', detail: expect.stringMatching(/changes at every request/) };
    expect(far.heard('sign:status')).toEqual([noted]);
    far.say('sign:config', configMessage({ version: 3, settings: { reloadEverySeconds: 60 } }));
    await sign.clock.advance(300_000);
    expect(sign.shell.shown.length).toBeGreaterThan(4);
    expect(far.heard('sign:status')).toEqual([noted]);
  });

  test('reloadEverySeconds loads the page again and again', async () => {
    const sign = await showingSign({ reloadEverySeconds: 60 });
    await sign.clock.advance(600_000);
    expect(sign.shell.shown.length).toBeGreaterThan(7);
    expect(sign.shell.shown.length).toBeLessThan(14);
  });
});

describe('G16: a page that leads to another host than before', () => {
  const HOST = 'example.org';
  const LOGIN = 'login.hotspot.example';
  const page = (host: string): ProofResult => ({ ok: true, loadMs: 100, httpStatus: 200, host });
  const check = (host: string, fingerprint = 'same'): CheckResult => ({ ok: true, fingerprint, host });
  const detail = expect.stringContaining(`leads to ${LOGIN}`) as string;

  async function signFrom(host: string, settings = {}): Promise<SignUnderTest> {
    const sign = createSignUnderTest();
    sign.shell.pages.set(PAGE, page(host));
    sign.shell.checks.set(PAGE, check(host));
    await sign.reboot();
    sign.transport.last().say('sign:claimed', claimedMessage({ settings }));
    await sign.clock.advance(41_000);
    return sign;
  }

  test('K4: stays on screen and is unreachable until it leads there again, though the login page has another body', async () => {
    const sign = await signFrom(HOST);
    const far = sign.transport.last();
    sign.shell.pages.set(PAGE, page(LOGIN));
    sign.shell.checks.set(PAGE, check(LOGIN, 'login'));
    await sign.clock.advance(300_000);
    expect(sign.shell.shown).toEqual([PAGE]);
    expect(far.heard('sign:content_unreachable')).toMatchObject([{ url: PAGE, detail }]);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ status: 'showing', contentState: 'unreachable' });
    sign.shell.pages.set(PAGE, page(HOST));
    sign.shell.checks.set(PAGE, check(HOST));
    await sign.clock.advance(61_000);
    expect(far.heard('sign:content_recovered')).toHaveLength(1);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ contentState: 'showing' });
    expect(sign.shell.shown).toEqual([PAGE]);
  });

  test.each([
    ['a reload', { reloadEverySeconds: 60 }, false],
    ['a reload that a check caused, which sees no redirect because a script makes it', {}, true],
  ])('K4: %s puts nothing else on screen, and is tried again until the page is back', async (_, settings, changes) => {
    const sign = await signFrom(HOST, settings);
    const far = sign.transport.last();
    const shown = sign.shell.shown.length;
    sign.shell.pages.set(PAGE, page(LOGIN));
    if (changes) sign.shell.checks.set(PAGE, check(HOST, 'login'));
    await sign.clock.advance(300_000);
    expect(sign.shell.shown.length).toBe(shown);
    expect(far.heard('sign:content_unreachable')).toMatchObject([{ url: PAGE, detail }]);
    expect(far.heard('sign:content_error')).toEqual([]);
    expect(far.heard('sign:content_recovered')).toEqual([]);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ status: 'showing', contentState: 'unreachable' });
    sign.shell.pages.set(PAGE, page(HOST));
    await sign.clock.advance(61_000);
    expect(sign.shell.shown.length).toBeGreaterThan(shown);
    expect(far.heard('sign:content_displayed').length).toBe(sign.shell.shown.length);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ contentState: 'showing' });
  });

  test('K4: a page that goes to another host by itself stays, is unreachable, and is loaded again', async () => {
    const sign = await signFrom(HOST);
    const far = sign.transport.last();
    sign.agent.pageFailed({ url: PAGE, code: LEADS_ELSEWHERE, detail: `The page leads to ${LOGIN}` });
    expect(far.heard('sign:content_unreachable')).toMatchObject([{ url: PAGE, detail }]);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    await sign.clock.advance(11_000);
    expect(sign.shell.shown).toEqual([PAGE, PAGE]);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ contentState: 'showing' });
  });

  test('K2: after a reboot without the service its login page is not shown, and the page is once it is back', async () => {
    const sign = await signFrom(HOST);
    sign.shell.pages.set(PAGE, page(LOGIN));
    sign.transport.mode = 'refusing';
    await sign.reboot();
    await sign.clock.advance(120_000);
    expect(sign.shell.screen).toMatch(/^splash:/);
    sign.shell.pages.set(PAGE, page(HOST));
    await sign.clock.advance(61_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test('details 109: the host on which the proved load ended is the page’s own, whatever host its URL names', async () => {
    const sign = await signFrom('www.example.org');
    const far = sign.transport.last();
    await sign.clock.advance(120_000);
    expect(far.heard('sign:content_unreachable')).toEqual([]);
    sign.shell.checks.set(PAGE, check(HOST));
    await sign.clock.advance(90_000);
    expect(far.heard('sign:content_unreachable')).toMatchObject([{ detail: `The page leads to ${HOST}` }]);
  });

  describe('a page that goes on to another host by a script, although checks follow no scripts', () => {
    const WWW = 'www.example.org';
    const led = (host: string): ProofResult => ({ ok: true, loadMs: 100, httpStatus: 200, host, redirectHost: HOST });
    const scripted = led(WWW);

    async function signFromScript(): Promise<SignUnderTest> {
      const sign = await signFrom(WWW);
      sign.shell.pages.set(PAGE, scripted);
      sign.shell.checks.set(PAGE, check(HOST));
      await sign.reboot();
      await sign.clock.advance(5_000);
      return sign;
    }

    test('G16: is claimed and stays reachable, also after a reboot', async () => {
      const sign = createSignUnderTest();
      sign.shell.pages.set(PAGE, scripted);
      sign.shell.checks.set(PAGE, check(HOST));
      await sign.reboot();
      sign.transport.last().say('sign:claimed', claimedMessage());
      for (const _ of ['claimed', 'rebooted']) {
        await sign.clock.advance(300_000);
        const far = sign.transport.last();
        expect(far.heard('sign:content_unreachable')).toEqual([]);
        expect(far.heard('heartbeat').at(-1)).toMatchObject({ contentState: 'showing' });
        expect(sign.shell.screen).toBe(`page:${PAGE}`);
        await sign.reboot();
      }
    });

    test('G16: a sign that stored only the last host, in an older version, learns the other one from its next proof', async () => {
      const sign = await signFromScript();
      await sign.clock.advance(300_000);
      expect(sign.store.disk).toMatchObject({ hosts: [{ url: PAGE, host: WWW }] });
      expect(sign.transport.last().heard('sign:content_unreachable')).toEqual([]);
    });

    test('G16: is unreachable while the server of a hotspot redirects it, and recovers', async () => {
      const sign = await signFromScript();
      const far = sign.transport.last();
      sign.shell.checks.set(PAGE, check(LOGIN, 'login'));
      sign.shell.pages.set(PAGE, page(LOGIN));
      await sign.clock.advance(200_000);
      expect(far.heard('sign:content_unreachable')).toMatchObject([{ url: PAGE, detail }]);
      sign.shell.checks.set(PAGE, check(HOST));
      sign.shell.pages.set(PAGE, scripted);
      await sign.clock.advance(61_000);
      expect(far.heard('sign:content_recovered')).toHaveLength(1);
      expect(far.heard('heartbeat').at(-1)).toMatchObject({ contentState: 'showing' });
    });

    test('G16: shows no login page to which a hotspot leads by a redirect or by a script', async () => {
      for (const login of [page(LOGIN), led(LOGIN)]) {
        const sign = await signFromScript();
        sign.shell.pages.set(PAGE, login);
        await sign.reboot();
        await sign.clock.advance(61_000);
        expect(sign.shell.screen).toMatch(/^splash:/);
        expect(sign.transport.last().heard('sign:content_unreachable')).toMatchObject([{ url: PAGE, detail }]);
      }
    });

    test('G16: stays reachable where the server redirects to that host later', async () => {
      const sign = await signFromScript();
      sign.shell.checks.set(PAGE, check(WWW));
      sign.shell.pages.set(PAGE, page(WWW));
      await sign.clock.advance(300_000);
      expect(sign.transport.last().heard('sign:content_unreachable')).toEqual([]);
    });
  });

  test('a shell that can’t tell the host compares nothing', async () => {
    const sign = await showingSign();
    await sign.clock.advance(120_000);
    expect(sign.transport.last().heard('sign:content_unreachable')).toEqual([]);
  });

  test('a page that was shown between two others is compared with its own host, and a command says why it is not shown', async () => {
    const sign = await signFrom(HOST);
    const far = sign.transport.last();
    const display = (n: number, url: string) =>
      far.say('sign:display_content', { commandId: commandIdOf(n), contentId: null, url, source: 'manual' });
    sign.shell.pages.set(OTHER_PAGE, page('other.example'));
    display(1, OTHER_PAGE);
    await sign.clock.advance(1_000);
    sign.shell.pages.set(PAGE, page(LOGIN));
    display(2, PAGE);
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${OTHER_PAGE}`);
    expect(far.heard('sign:command_error')).toMatchObject([
      { commandId: commandIdOf(2), code: 'content_unreachable', detail },
    ]);
  });
});

describe('commands', () => {
  test('M2: an override goes back by itself at its end, without a connection and over a reboot', async () => {
    const sign = await showingSign();
    const until = at(sign.clock.now() + 60_000);
    const override = { contentId: null, url: OTHER_PAGE, source: 'manual', until } as const;
    sign.transport.last().say('sign:display_content', { commandId: commandIdOf(1), ...override });
    await sign.clock.advance(1_000);
    expect(sign.transport.last().heard('sign:command_ack')).toEqual([{ commandId: commandIdOf(1) }]);
    sign.transport.mode = 'refusing';
    sign.transport.last().lose();
    await sign.reboot();
    await sign.clock.advance(1_000);
    expect(sign.shell.screen).toBe(`page:${OTHER_PAGE}`);
    await sign.clock.advance(60_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test('a cleared URL is the ready splash', async () => {
    const sign = await showingSign();
    const cleared = { contentId: null, url: null, source: 'assigned' } as const;
    sign.transport.last().say('sign:display_content', cleared);
    expect(sign.shell.screen).toBe('splash:Sign 1');
    await sign.clock.advance(0);
    expect(sign.store.disk).toMatchObject({ currentUrl: null });
  });

  test('content that fails is a command_error with the page’s reason; superseded content says so', async () => {
    const sign = await showingSign();
    const far = sign.transport.last();
    sign.shell.pages.set(OTHER_PAGE, 'hang');
    const display = (n: number, url: string) =>
      far.say('sign:display_content', { commandId: commandIdOf(n), contentId: null, url, source: 'manual' });
    display(1, OTHER_PAGE);
    sign.shell.pages.set('https://example.org/bad', BAD);
    display(2, 'https://example.org/bad');
    await sign.clock.advance(1_000);
    expect(far.heard('sign:command_error')).toMatchObject([
      { commandId: commandIdOf(1), code: 'superseded' },
      { commandId: commandIdOf(2), code: 'url_unreachable' },
    ]);
  });

  test('D27: a null removes a setting', async () => {
    const sign = await showingSign({ zoom: 2, muted: true });
    const far = sign.transport.last();
    const patch = { zoom: null, rotation: null };
    far.say('sign:settings_update', { commandId: commandIdOf(1), configVersion: 3, patch });
    await sign.clock.advance(0);
    expect(far.heard('sign:command_ack')).toHaveLength(1);
    expect(sign.agent.state().stored.claim?.settings).toEqual({ muted: true });
  });

  test('M4: settings are merged under their version, acknowledged when stored, and an older patch changes nothing', async () => {
    const sign = await showingSign({ zoom: 2 });
    const far = sign.transport.last();
    far.say('sign:settings_update', { commandId: commandIdOf(1), configVersion: 3, patch: { muted: true } });
    far.say('sign:settings_update', { commandId: commandIdOf(2), configVersion: 2, patch: { muted: false } });
    expect(far.heard('sign:command_ack')).toEqual([]);
    await sign.clock.advance(0);
    expect(far.heard('sign:command_ack')).toHaveLength(2);
    expect(sign.store.disk).toMatchObject({ claim: { configVersion: 3, settings: { zoom: 2, muted: true } } });
  });
});
