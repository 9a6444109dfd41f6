import { describe, expect, test } from 'vitest';
import { applyLinkMessage, claimedMessage, PAGE } from './testing/backend-messages.ts';
import { createSignUnderTest } from './testing/sign-under-test.ts';

describe('a claim', () => {
  test('C2: apply_link is proved in the hidden view, answered, and claimed shows the proved page and confirms', async () => {
    const sign = createSignUnderTest();
    await sign.reboot();
    expect(sign.shell.screen).toMatch(/^qr:[0-9A-Z]{6}$/);
    const far = sign.transport.last();
    far.say('sign:apply_link', applyLinkMessage(sign.clock.now()));
    await sign.clock.advance(200);
    expect(sign.shell.screen).toMatch(/^qr:/);
    expect(far.heard('sign:link_ack')).toMatchObject([{ result: 'success', replayed: false, loadMs: 100 }]);
    far.say('sign:claimed', claimedMessage());
    await sign.clock.advance(0);
    expect(sign.shell.screen).toBe(`page:${PAGE}`);
    expect(far.heard('sign:claim_confirmed')).toHaveLength(1);
    expect(sign.shell.proved).toEqual([PAGE]);
    await sign.clock.advance(5_000);
    expect(far.heard('heartbeat')).toMatchObject([{ seq: 1, status: 'showing', contentState: 'showing' }]);
    await sign.agent.stop();
  });
});
