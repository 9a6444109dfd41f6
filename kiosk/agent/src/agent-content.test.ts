import { describe, expect, test } from 'vitest';
import { at, claimedMessage, commandIdOf, configMessage, OTHER_PAGE, PAGE } from './testing/backend-messages.ts';
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

  test('a changed page is loaded again, unseen until it is whole', async () => {
    const sign = await showingSign();
    await sign.clock.advance(40_000);
    sign.shell.checks.set(PAGE, { ok: true, fingerprint: 'another' });
    await sign.clock.advance(40_000);
    expect(sign.shell.shown).toEqual([PAGE, PAGE]);
    await sign.clock.advance(200_000);
    expect(sign.shell.shown).toEqual([PAGE, PAGE]);
  });

  test('reloadEverySeconds loads the page again and again', async () => {
    const sign = await showingSign({ reloadEverySeconds: 60 });
    await sign.clock.advance(600_000);
    expect(sign.shell.shown.length).toBeGreaterThan(7);
    expect(sign.shell.shown.length).toBeLessThan(14);
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
