import { describe, expect, test } from 'vitest';
import { createAgent } from './agent.ts';
import { applyLinkMessage, claimedMessage, PAGE } from './testing/backend-messages.ts';
import { createMemoryLogBook } from './testing/memory-log-book.ts';
import { createMemoryOutbox } from './testing/memory-outbox.ts';
import { createSeededRandom } from './testing/seeded-random.ts';
import { createScriptedShell } from './testing/scripted-shell.ts';
import { createSignUnderTest } from './testing/sign-under-test.ts';
import { createVirtualClock, settle } from './testing/virtual-clock.ts';

describe('whatever the ports do', () => {
  test('a shell that throws at everything leaves a sign that still beats', async () => {
    const sign = createSignUnderTest();
    await sign.reboot();
    const broken = (): never => {
      throw new Error('the shell is gone');
    };
    const { showQr, showSplash, show, discardProof, applySettings, metrics, log } = sign.shell;
    Object.assign(sign.shell, {
      showQr: broken,
      showSplash: broken,
      show: broken,
      discardProof: broken,
      applySettings: broken,
      metrics: broken,
      log: broken,
    });
    sign.shell.pages.set(PAGE, 'throw');
    const far = sign.transport.last();
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(1_000);
    expect(far.heard('sign:link_ack')).toMatchObject([
      { result: 'failure', reason: 'url_load_failed', detail: 'the renderer is gone' },
    ]);
    sign.shell.pages.delete(PAGE);
    far.say('sign:claimed', claimedMessage());
    await sign.clock.advance(60_000);
    expect(far.heard('sign:content_error')[0]).toMatchObject({ code: 'show_failed' });
    expect(far.heard('heartbeat').length).toBeGreaterThan(10);
    Object.assign(sign.shell, { showQr, showSplash, show, discardProof, applySettings, metrics, log });
    await sign.clock.advance(120_000);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
  });

  test('ports that reject or throw at boot are asked again', async () => {
    const clock = createVirtualClock();
    const shell = createScriptedShell(clock);
    const failing = { store: 2, interfaces: 2, connect: 2 };
    const agent = createAgent({
      clock,
      random: createSeededRandom(1),
      appVersion: '1.0.0',
      store: {
        read: () => {
          if ((failing.store -= 1) >= 0) throw new Error('no disk');
          return Promise.resolve({ document: null, damaged: false });
        },
        write: () => Promise.resolve(),
      },
      outbox: createMemoryOutbox(),
      logs: createMemoryLogBook(),
      shell: {
        ...shell,
        networkInterfaces: () =>
          (failing.interfaces -= 1) >= 0 ? Promise.reject(new Error('no list')) : shell.networkInterfaces(),
      },
      transport: {
        connect: () => {
          failing.connect -= 1;
          throw new Error('no socket');
        },
      },
    });
    void agent.start();
    await clock.advance(120_000);
    expect(agent.state().phase).toBe('running');
    expect(failing.connect).toBeLessThan(-2);
    await agent.stop();
    expect(clock.pending()).toBe(0);
  });
});

describe('an agent lives once', () => {
  test('start resolves with the first screen, stop leaves no timer and no connection, and nothing is heard afterwards', async () => {
    const sign = createSignUnderTest();
    const started = sign.agent.start();
    await settle();
    await expect(started).resolves.toBeUndefined();
    await expect(sign.agent.start()).rejects.toThrow(/once/);
    const far = sign.transport.last();
    sign.shell.pages.set(PAGE, 'hang');
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.agent.stop();
    expect(sign.clock.pending()).toBe(0);
    expect(far.closed).toBe(true);
    const { screen } = sign.shell;
    far.say('sign:claimed', claimedMessage());
    sign.shell.finish({ ok: true, loadMs: 1, httpStatus: 200 });
    await sign.clock.advance(60_000);
    expect(sign.shell.screen).toBe(screen);
    expect(far.heard('sign:link_ack')).toEqual([]);
  });

  test('stop before start, and stop in the middle of a boot, are harmless', async () => {
    const sign = createSignUnderTest();
    await sign.agent.stop();
    await sign.reboot();
    const other = createSignUnderTest(2);
    const started = other.agent.start();
    await other.agent.stop();
    await started;
    await other.clock.advance(10_000);
    expect(other.transport.attempts).toEqual([]);
  });
});
