import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHall, type Hall } from './service-and-phones.ts';
import { operate } from './operate-claim-page.ts';
import type { Sign } from './virtual-sign-processes.ts';

/** What the other suites stand on: that each fault of the hall is the real one. Claims go over the API here, but for how often a phone asks. */

let hall: Hall;
beforeAll(async () => {
  // A warm-up that outlasts this suite: as long as it goes on, a phone takes it for our fault that a sign is not connected.
  hall = await openHall({ WARM_UP_MS: '3600000' });
});
afterAll(() => hall.close());

const refusal = async (claiming: ReturnType<Hall['claim']>) => {
  const { body } = await claiming;
  return body as { code?: string; reason?: string };
};

const start = ({ shortCode, qrText }: Sign) => {
  const { signId } = JSON.parse(qrText) as { signId: string };
  return hall.owner.client.call('POST /api/signs/claim/start', { body: { shortCode, signId } });
};

test('a sign is claimed with a good page, and shows it; each fault of a page is refused as what it is', async () => {
  const { all } = await hall.box.signs(2);
  const [sign] = all;
  const { websites } = hall;
  expect(await refusal(hall.claim(sign!.shortCode, { url: websites.broken }))).toMatchObject({
    reason: 'url_load_failed',
  });
  expect(await refusal(hall.claim(sign!.shortCode, { url: websites.unreachable }))).toMatchObject({
    reason: 'url_unreachable',
  });
  expect(await refusal(hall.claim(sign!.shortCode, { url: websites.slow }))).toMatchObject({ reason: 'sign_timeout' });
  good(await hall.claim(sign!.shortCode, { url: websites.page('bar') }));
  await sign!.says(/^shows http.*\/bar$/);
  expect(websites.timesLoaded('bar')).toBeGreaterThan(0);
  const again = JSON.parse(all[1]!.qrText) as { signId: string };
  expect(again.signId).not.toBe((JSON.parse(sign!.qrText) as { signId: string }).signId);
});

test('C2: a frozen sign does not answer, answers too late when it thaws, and an unplugged one is not connected', async () => {
  const signs = await hall.box.signs(1);
  const [sign] = signs.all as [Sign];
  signs.freeze();
  expect(await refusal(hall.claim(sign.shortCode, { url: hall.websites.page('late') }))).toMatchObject({
    code: 'device_no_ack',
  });
  signs.thaw();
  await sign.says(/^proved it|^is unclaimed/);
  await signs.unplug();
  await expect.poll(async () => (await start(sign)).body).toMatchObject({ code: 'sign_not_connected' });
  await signs.plugIn();
  await expect.poll(async () => (await start(sign)).status).toBe(201);
});

test('two signs show one code, and only their QR tells them apart', async () => {
  const { all } = await hall.box.twins();
  expect(all[0]!.shortCode).toBe(all[1]!.shortCode);
  expect(await refusal(hall.claim(all[0]!.shortCode))).toMatchObject({ code: 'short_code_ambiguous' });
});

test('the link loses and holds replies, and nobody gets through where it is cut', async () => {
  const page = await hall.phone({ path: '/' });
  const ask = () => page.evaluate<number>("fetch('/api/me').then(({ status }) => status, () => 0)");
  expect(await ask()).toBe(200);
  const { held } = hall.link.holdReplies('GET /api/me');
  const late = ask();
  await held;
  hall.link.mend();
  expect(await late).toBe(200);
  const { lost } = hall.link.loseReplies('GET /api/me');
  expect(await ask()).toBe(0);
  await lost;
  hall.link.cut();
  expect(await ask()).toBe(0);
  hall.link.mend();
  expect(await ask()).toBe(200);
  await page.close();
});

test('C4: a backend that is killed in mid-claim and starts again gives the same requestId one outcome', async () => {
  // Its attempt ends long after it has started again, on whatever machine: an attempt that was over would be followed by another.
  const patient = await openHall({ LOAD_TIMEOUT_MS: '60000', ACK_TIMEOUT_MS: '65000' });
  try {
    const [sign] = (await patient.box.signs(1)).all as [Sign];
    const more = { url: patient.websites.slow, requestId: crypto.randomUUID() };
    const asked = patient.websites.asked();
    const broken = patient.claim(sign.shortCode, more).catch(() => null);
    await asked;
    const before = sign.lines();
    await patient.service.kill();
    await broken;
    // The sign has its page before the service is back, and needn't load it once more.
    patient.websites.release();
    await patient.service.start();
    // Until the sign is back each call is refused as an attempt of its own.
    await sign.says(/^connected$/, before);
    const [first, second] = [await patient.claim(sign.shortCode, more), await patient.claim(sign.shortCode, more)];
    expect([second.ok, second.body]).toEqual([first.ok, first.body]);
    expect(await patient.attempts(sign)).toHaveLength(1);
  } finally {
    await patient.close();
  }
}, 240_000);

test('N2, C10: while signs come back after a start, one that isn’t connected is asked for less and less often', async () => {
  const signs = await hall.box.signs(1);
  const [away] = signs.all as [Sign];
  const phone = operate(await hall.phone({ path: '/claim' }));
  await phone.findByCode(away.shortCode);
  await phone.enter({ name: 'Away', location: 'Foyer' });
  await signs.unplug();
  await expect.poll(async () => (await start(away)).body).toMatchObject({ code: 'sign_not_connected' });
  await phone.tap('Claim');
  await phone.reads(/^Our service was down/);
  const refusals = () => hall.attempts(away);
  await expect.poll(async () => (await refusals()).length, { timeout: 90_000 }).toBeGreaterThan(3);
  const atMs = (await refusals()).map(({ at }) => Date.parse(at));
  // The phone's clock and the service's are not read in the same moment.
  for (const [nth, waitMs] of [2_000, 4_000, 8_000].entries())
    expect(atMs[nth + 1]! - atMs[nth]!).toBeGreaterThan(waitMs - 100);
  expect(new Set((await refusals()).map(({ requestId }) => requestId)).size).toBe(1);
  await phone.page.close();
});

test('A2: an operator is invited, and may claim; a viewer may not', async () => {
  const { all } = await hall.box.signs(1);
  const [operator, viewer] = [await hall.person('operator'), await hall.person('viewer')];
  const { shortCode } = all[0]!;
  expect(await refusal(hall.claim(shortCode, { person: viewer }))).toMatchObject({ code: 'forbidden' });
  good(await hall.claim(shortCode, { person: operator }));
});

test('A5: a full disk makes the service busy, a corrupt one is its own mistake, and it goes on when that is mended', async () => {
  const { all } = await hall.box.signs(1);
  const { shortCode } = all[0]!;
  const database = await hall.database();
  for (const [how, code] of [
    ['full', 'unavailable'],
    ['broken', 'internal'],
  ] as const) {
    const mend = await database.failing('claim', how);
    expect(await refusal(hall.claim(shortCode))).toMatchObject({ code });
    await mend();
  }
  await database.close();
  good(await hall.claim(shortCode));
});
