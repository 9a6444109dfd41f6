import { expect, test } from 'vitest';
import {
  applyLinkMessage,
  at,
  claimedMessage,
  commandIdOf,
  OTHER_PAGE,
  PAGE,
  UNCLAIMED_CONFIG,
} from './testing/backend-messages.ts';
import { BAD } from './testing/scripted-shell.ts';
import { createSignUnderTest, type SignUnderTest } from './testing/sign-under-test.ts';

/** K12 and D6 as a person in front of the sign sees them. What holds of any order of events is in sign-transition.test.ts. */

async function signOn(skewMs = 0): Promise<SignUnderTest> {
  const sign = createSignUnderTest();
  sign.transport.skewMs = skewMs;
  await sign.reboot();
  return sign;
}

/** As the backend says it to a sign that somebody looks for; `ageMs`: so long ago. */
function identify(sign: SignUnderTest, seconds: number, ageMs = 0): void {
  const startsAtMs = sign.clock.now() + sign.transport.skewMs - ageMs;
  const expiresAt = at(startsAtMs + seconds * 1_000);
  sign.transport.last().say('sign:identify', { seconds, startsAtMs, expiresAt });
}

test('K12: the code is over the QR screen for the time asked, by the sign’s own clock, and then gone by itself', async () => {
  const sign = await signOn(3 * 3_600_000);
  const { screen } = sign.shell;
  identify(sign, 60, 500);
  const nowMs = sign.clock.now();
  expect(sign.shell.overlay).toEqual({
    shortCode: screen.slice('qr:'.length),
    startsAtMs: nowMs - 500,
    untilMs: nowMs + 59_500,
  });
  await sign.clock.advance(59_400);
  expect(sign.shell.overlay).not.toBeNull();
  await sign.clock.advance(200);
  expect([sign.shell.overlay, sign.shell.screen]).toEqual([null, screen]);
});

test('K12: a lost connection does not leave the code up, and a reboot forgets it', async () => {
  const sign = await signOn();
  identify(sign, 10);
  sign.transport.mode = 'refusing';
  sign.transport.last().lose();
  expect(sign.shell.overlay).not.toBeNull();
  await sign.clock.advance(10_000);
  expect(sign.shell.overlay).toBeNull();
  sign.transport.mode = 'welcoming';
  await sign.clock.advance(120_000);
  identify(sign, 60);
  sign.shell.overlay = null;
  await sign.reboot();
  await sign.clock.advance(1_000);
  expect([sign.shell.overlay, sign.agent.state().identify]).toEqual([null, null]);
});

test('D6: `seconds: 0` takes the code away, what comes after its time is not shown, and a claim that begins ends it', async () => {
  const sign = await signOn();
  identify(sign, 60);
  identify(sign, 0);
  expect(sign.shell.overlay).toBeNull();
  identify(sign, 10, 10_000);
  expect(sign.shell.overlay).toBeNull();
  identify(sign, 60);
  sign.transport.last().say('sign:apply_link', applyLinkMessage(sign.clock.now()));
  expect([sign.shell.overlay, sign.shell.screen]).toEqual([null, 'claiming:loading']);
  identify(sign, 60);
  expect(sign.shell.overlay).toBeNull();
});

test('K12: a claimed sign shows its code by command alone, acks when it is up, and pages are swapped below it', async () => {
  const sign = await signOn();
  const far = sign.transport.last();
  far.say('sign:claimed', claimedMessage());
  await sign.clock.advance(1_000);
  identify(sign, 60);
  expect(sign.shell.overlay).toBeNull();
  const startsAtMs = sign.clock.now();
  const command = { commandId: commandIdOf(1), expiresAt: at(startsAtMs + 60_000), seconds: 10, startsAtMs };
  far.say('sign:identify', command);
  await sign.clock.advance(0);
  expect(far.heard('sign:command_ack')).toEqual([{ commandId: commandIdOf(1) }]);
  const { overlay } = sign.shell;
  expect(overlay).toMatchObject({ untilMs: startsAtMs + 10_000 });
  far.say('sign:display_content', { contentId: null, url: OTHER_PAGE, source: 'manual' });
  await sign.clock.advance(1_000);
  expect([sign.shell.screen, sign.shell.overlay]).toEqual([`page:${OTHER_PAGE}`, overlay]);
  far.say('sign:unregistered', { reason: 'because' });
  expect(sign.shell.overlay).toBeNull();
  const late = { ...command, commandId: commandIdOf(2), expiresAt: at(startsAtMs - 1) };
  far.say('sign:identify', late);
  await sign.clock.advance(0);
  expect(far.heard('sign:command_error')).toMatchObject([{ commandId: commandIdOf(2), code: 'expired' }]);
});

test('K12: a sign that loses its identity takes its code away at once, also where its disk is full', async () => {
  const sign = await signOn();
  identify(sign, 60);
  sign.transport.mode = 'manual';
  sign.transport.last().lose();
  await sign.clock.advance(2_000);
  sign.store.failing.writes = 3;
  sign.transport.last().refuse('identity_conflict', true);
  await sign.clock.advance(1_000);
  expect([sign.shell.overlay, sign.agent.state().phase]).toEqual([null, 'ended']);
});

test('K8: a claim that fails leads back to the QR with its reason, which is gone after ten minutes', async () => {
  const sign = await signOn();
  sign.shell.pages.set(PAGE, BAD);
  sign.transport.last().say('sign:apply_link', applyLinkMessage(sign.clock.now()));
  await sign.clock.advance(200);
  const failure = { url: PAGE, reason: 'url_unreachable', detail: 'connection refused' };
  expect(sign.shell.qr).toMatchObject({ failure });
  await sign.clock.advance(600_000);
  expect(sign.shell.qr).toMatchObject({ failure: null });
});

test('K8: a proved sign whose claim the backend never commits goes back to its QR when the attempt is over', async () => {
  const sign = await signOn();
  sign.transport.last().say('sign:apply_link', applyLinkMessage(sign.clock.now()));
  await sign.clock.advance(19_900);
  expect(sign.shell.screen).toBe('claiming:proved');
  await sign.clock.advance(200);
  expect(sign.shell.qr).toMatchObject({ failure: null, refusal: null });
});

test('K8: claimUrl stands under the QR once the backend has said it, and a sign that is refused for good says with what', async () => {
  const sign = await signOn();
  expect(sign.shell.qr).toMatchObject({ claimUrl: null });
  const claimUrl = 'https://signs.example.org/claim';
  sign.transport.last().say('sign:config', { ...UNCLAIMED_CONFIG, claimUrl });
  expect(sign.shell.qr).toMatchObject({ claimUrl, refusal: null });
  sign.transport.mode = 'manual';
  sign.transport.last().lose();
  await sign.clock.advance(2_000);
  sign.transport.last().refuse('clone_quarantined');
  expect(sign.shell.qr).toMatchObject({ claimUrl, qrText: null, refusal: 'clone_quarantined' });
});
