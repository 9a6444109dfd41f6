import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QrScreen } from '@sign-display/kiosk-agent/ports';
import { readScreenModel, type Checklist, type Face } from '@sign-display/kiosk-screen/model';
import type { AgentFacts } from './agent-facts.ts';
import { createSignScreens } from './sign-screens.ts';

const OK = { state: 'ok' } as const;
const CHECKLIST: Checklist = {
  interface: { state: 'ok', link: 'ethernet' },
  address: { state: 'ok', address: '10.20.4.118' },
  dns: { state: 'ok', needed: true },
  backend: OK,
  clock: OK,
};
const QR: QrScreen = {
  qrText: 'qr',
  shortCode: '4QB50C',
  notice: null,
  claimUrl: null,
  refusal: null,
  failure: null,
};

function screensUnderTest() {
  const faces: Face[] = [];
  const world = { nowMs: 50_000, checklist: CHECKLIST, isWatching: false, changed: (): void => {} };
  const facts: AgentFacts = {
    signId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
    macAddress: 'c8:2a:14:9f:03:1b',
    connection: { isRegistered: true, refusal: null, attempts: 0 },
    clockOffsetMs: 3_000,
    retryAtMs: null,
  };
  const screens = createSignScreens({
    clock: { now: () => world.nowMs, monotonicMs: () => world.nowMs, after: () => () => {} },
    faces: { show: (face) => void faces.push(face) },
    program: { host: 'signs.example', appVersion: '0.1.0', platform: 'linux x64' },
    facts: () => facts,
    openWatch(changed) {
      world.changed = changed;
      return {
        start: () => void (world.isWatching = true),
        stop: () => void (world.isWatching = false),
        checklist: () => world.checklist,
      };
    },
  });
  return { faces, world, screens };
}

test('K8: the checklist is drawn anew while the code is up, and never over another screen', () => {
  const { faces, world, screens } = screensUnderTest();
  screens.qr(QR);
  expect(world.isWatching).toBe(true);
  world.checklist = { ...CHECKLIST, backend: { state: 'failed', why: 'certificate' } };
  world.changed();
  expect(faces.at(-1)).toMatchObject({ kind: 'code', checklist: world.checklist, host: 'signs.example' });
  screens.page();
  world.changed();
  expect(faces.at(-1)).toEqual({ kind: 'black' });
  expect(world.isWatching).toBe(false);
});

test('K4: the bar of a claim runs from its first step, and from anew in the next claim', () => {
  const { faces, world, screens } = screensUnderTest();
  const claim = { shortCode: '4QB50C', signName: null, url: 'http://a.example/', leadsTo: null, loadTimeoutMs: 15_000 };
  screens.claiming({ ...claim, step: 'loading' });
  world.nowMs += 4_000;
  screens.claiming({ ...claim, step: 'proved' });
  expect(faces.at(-1)).toMatchObject({ kind: 'claiming', step: 'proved', sinceMs: 50_000 });
  screens.qr(QR);
  screens.claiming({ ...claim, step: 'loading' });
  expect(faces.at(-1)).toMatchObject({ sinceMs: 54_000 });
});

test('K4: the last failed claim is told by this machine’s clock, with the name of the failure', () => {
  const { faces, screens } = screensUnderTest();
  const failedWith = (reason: 'url_unreachable' | 'url_load_failed', detail: string): Face | undefined => {
    screens.qr({ ...QR, failure: { atMs: 10_000, url: 'http://a.example/', reason, detail } });
    return faces.at(-1);
  };
  const named = { atMs: 13_000, error: 'ERR_NAME_NOT_RESOLVED', httpStatus: null };
  expect(failedWith('url_unreachable', 'The host name could not be resolved (ERR_NAME_NOT_RESOLVED)')).toMatchObject({
    lastTry: named,
  });
  expect(failedWith('url_load_failed', 'a.example refuses to be shown in a frame.')).toMatchObject({
    lastTry: { error: 'ERR_FRAME_REFUSED' },
  });
  expect(failedWith('url_load_failed', 'The page answered with HTTP 404')).toMatchObject({
    lastTry: { error: null, httpStatus: 404 },
  });
});

test('N8: a sign that only a person can let in says why in place of its code', () => {
  const { faces, screens } = screensUnderTest();
  screens.qr({ ...QR, qrText: null, refusal: 'clone_quarantined' });
  expect(faces).toEqual([{ kind: 'quarantined', code: 'clone_quarantined', macAddress: 'c8:2a:14:9f:03:1b' }]);
});

const name = fc.string({ maxLength: 200 });
const someScreen = fc.oneof(
  fc.record({ kind: fc.constant('qr' as const), notice: fc.option(name), qrText: fc.option(name) }),
  fc.record({
    kind: fc.constant('claiming' as const),
    signName: fc.option(name),
    url: fc.option(fc.webUrl()),
    leadsTo: fc.option(fc.webAuthority()),
  }),
  fc.record({ kind: fc.constant('splash' as const), eventName: fc.option(name), signName: name, location: name }),
);

test('K8: our screen draws whatever the agent asks for', () => {
  fc.assert(
    fc.property(someScreen, (screen) => {
      const { faces, screens } = screensUnderTest();
      if (screen.kind === 'qr') screens.qr({ ...QR, ...screen });
      if (screen.kind === 'claiming')
        screens.claiming({ ...screen, shortCode: '4QB50C', step: 'loading', loadTimeoutMs: 0 });
      if (screen.kind === 'splash') screens.splash({ ...screen, message: null });
      expect(readScreenModel({ face: faces[0], overlay: null, rotation: 0 })).not.toBeNull();
    }),
  );
});
