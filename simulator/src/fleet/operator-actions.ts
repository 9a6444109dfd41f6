import type { Clock } from '@sign-display/contracts/clock-and-random';
import { parseQrText } from '@sign-display/contracts/qr-payload';
import type { Command, CommandRequest } from '@sign-display/contracts/rest/commands';
import { SCREENSHOT_CONTENT_TYPE, SCREENSHOT_TIME_HEADER } from '@sign-display/contracts/rest/telemetry';
import type { ContentServer } from '../pages/content-server.ts';
import type { DutyRecord } from '../evidence/evidence-types.ts';
import { WaitedInVain } from '../machine/await-kiosk-milestones.ts';
import { given, type Operator, type Venue } from '../backend/operators.ts';
import type { Duty } from '../plan/operator-actions-and-outcomes.ts';
import type { VirtualKiosk } from '../machine/virtual-kiosk.ts';

/** Plays what operators do with a claimed sign. plan/operator-actions-and-outcomes.ts has what must be seen of each duty. */

export interface DutyWorld {
  clock: Clock;
  content: ContentServer;
  venue: Venue;
  own: Operator;
  owner: Operator;
}

/** How often we poll for what nobody sends us. */
const ASK_EVERY_MS = 100;
/** How long we poll: as long as a story waits for one moment. */
const PATIENCE_MS = 45_000;
/** In this time a node has noticed that a connection was closed properly, and has stored it. */
const NOTICED_MS = 1_000;
/** How long another page overrides the sign's own. */
const OVERRIDE_MS = 2_500;
const OTHER_PAGE = 'duty';
const ENDED = ['acked', 'failed', 'refused', 'expired'];

/** What a duty works with: one sign, its operators, and notes of what was seen. */
function createDesk(kiosk: VirtualKiosk, world: DutyWorld) {
  const { clock, content, own, owner } = world;
  const { plan, moments } = kiosk;
  const seen: string[] = [];
  const otherUrl = content.pageUrl(plan.index, OTHER_PAGE, 'good');
  const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));

  async function ask<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += ASK_EVERY_MS) {
      const value = await look();
      if (value !== null) return value;
      await wait(ASK_EVERY_MS);
    }
    throw new WaitedInVain(`asked ${PATIENCE_MS / 1_000} s in vain for ${what}`);
  }

  async function until(what: string, holds: () => boolean): Promise<void> {
    if (!holds()) await moments.since(moments.mark(), what, holds);
  }

  const recordId = (): string => {
    const { claim } = kiosk.seen().document as { claim: { sign: { id: string } } | null };
    if (claim === null) throw new WaitedInVain('the sign is not claimed, so there is nothing to do with it');
    return claim.sign.id;
  };
  const note = (...words: string[]): void => void seen.push(...words);

  /** Waits until a command is in one of `states`, and returns its row. */
  const row = (id: string, commandId: string, states: readonly string[]): Promise<Command> =>
    ask(`command ${commandId} to be ${states.join(' or ')}`, async () => {
      const reply = await owner.call('GET /api/signs/:id/commands', { params: { id }, query: { limit: 200 } });
      const found = reply.ok && reply.body.items.find((one) => one.commandId === commandId);
      return found && states.includes(found.state) ? found : null;
    });

  const send = (body: CommandRequest, by: Operator = own) =>
    by.call('POST /api/signs/:id/commands', { params: { id: recordId() }, body });

  /** Sends a command, waits for its final state, and notes it. */
  async function command(request: CommandRequest, by?: Operator): Promise<Command> {
    const id = recordId();
    const sent = await send(request, by);
    if (!sent.ok) throw new WaitedInVain(`${request.command} returned ${sent.status} ${sent.body.code}`);
    const end = await row(id, sent.body.commandId, ENDED);
    note([request.command, end.state, end.error?.code].filter(Boolean).join(' '));
    return end;
  }

  /** Sends a command, notes its state, runs `meanwhile`, waits for the final state, and notes that. */
  async function commandDuring(request: CommandRequest, meanwhile: () => Promise<void>): Promise<void> {
    const id = recordId();
    const sent = await send(request);
    note(`${request.command} ${sent.ok ? sent.body.state : sent.body.code}`);
    await meanwhile();
    if (sent.ok) note(`${request.command} ${(await row(id, sent.body.commandId, ENDED)).state}`);
  }

  async function shows(url: string, words: string): Promise<void> {
    await until(words, () => {
      const screen = kiosk.screen();
      return screen?.kind === 'page' && screen.url === url;
    });
    note(words);
  }

  /** Remembers what is on the screen now. The result waits until it is back, and notes that. */
  function ownPage(): () => Promise<void> {
    const before = JSON.stringify(kiosk.screen());
    return async () => {
      await until('its own page', () => JSON.stringify(kiosk.screen()) === before);
      note('its own page');
    };
  }

  async function comesBack(): Promise<void> {
    const mark = moments.mark();
    kiosk.setCable(true);
    await moments.since(mark, 'the kiosk to register again', ({ type }) => type === 'registered');
    note('back');
  }

  async function showsCode(): Promise<{ signId: string; shortCode: string }> {
    const qrText = () => {
      const screen = kiosk.screen();
      return screen?.kind === 'qr' ? screen.qrText : null;
    };
    await until('the code', () => qrText() !== null);
    const scanned = parseQrText(qrText() ?? '');
    if (!scanned.ok) throw new WaitedInVain('no code on the screen');
    note('the code');
    return { signId: scanned.payload.signId, shortCode: scanned.payload.shortCode };
  }

  const people = { kiosk, world, seen, otherUrl, note, wait, ask };
  return Object.assign(people, { recordId, row, send, command, commandDuring, shows, ownPage, comesBack, showsCode });
}
type Desk = ReturnType<typeof createDesk>;

async function checkPicture({ world, recordId, note }: Desk, { result }: Command): Promise<void> {
  const picture = await world.own.call('GET /api/signs/:id/screenshot', { params: { id: recordId() } });
  if (picture.status !== 200) return note(`picture ${picture.status}`);
  const bytes = new Uint8Array(await picture.body.arrayBuffer());
  const isJpeg =
    bytes[0] === 0xff && bytes[1] === 0xd8 && picture.headers.get('content-type') === SCREENSHOT_CONTENT_TYPE;
  const { capturedAt } = result as { capturedAt: string };
  const keptAt = picture.headers.get(SCREENSHOT_TIME_HEADER);
  note(isJpeg && keptAt === capturedAt ? 'picture kept' : `picture ${keptAt}, not ${capturedAt}`);
}

const inMs = ({ world }: Desk, ms: number): string => new Date(world.clock.now() + ms).toISOString();

async function showOther(desk: Desk): Promise<void> {
  const args = { url: desk.otherUrl, until: inMs(desk, OVERRIDE_MS) };
  await desk.command({ command: 'display_content', args });
  await desk.shows(desk.otherUrl, 'the other page');
}

const PLAY: Record<Duty, (desk: Desk) => Promise<unknown>> = {
  refresh: ({ command }) => command({ command: 'refresh' }),
  reboot: ({ command }) => command({ command: 'reboot' }),
  reboot_device: ({ command, world }) => command({ command: 'reboot_device' }, world.owner),
  async reboot_loop({ command }) {
    for (let times = 0; times < 4; times += 1) await command({ command: 'reboot' });
  },
  async background({ command }) {
    for (const enabled of [true, false]) await command({ command: 'set_background_mode', args: { enabled } });
  },
  async update({ command, row, recordId, note, ask }) {
    const { commandId } = await command({ command: 'update' });
    const status = await ask('the update status', async () => {
      const { result } = await row(recordId(), commandId, ['acked']);
      const { updateStatus } = (result ?? {}) as { updateStatus?: { state: string } };
      return updateStatus === undefined || updateStatus.state === 'checking' ? null : updateStatus;
    });
    note(`update status ${status.state}`);
  },
  async logs({ command, world, recordId, note }) {
    await command({ command: 'fetch_logs', args: { limit: 100 } });
    const logs = await world.own.call('GET /api/signs/:id/logs', { params: { id: recordId() } });
    note(logs.ok && logs.body.items.length > 0 ? 'lines kept' : 'no lines');
  },
  async screenshot(desk) {
    await checkPicture(desk, await desk.command({ command: 'screenshot', args: { maxWidth: 640 } }));
  },
  async override(desk) {
    const back = desk.ownPage();
    await showOther(desk);
    await back();
  },
  async override_offline(desk) {
    const back = desk.ownPage();
    await showOther(desk);
    desk.kiosk.setCable(false);
    await back();
    await desk.comesBack();
  },
  async half_open({ kiosk, commandDuring, comesBack }) {
    kiosk.setCable(false);
    await commandDuring({ command: 'refresh' }, comesBack);
  },
  async offline_refused({ kiosk, wait, send, note, comesBack }) {
    kiosk.leave();
    await wait(NOTICED_MS);
    const { ok, status, body } = await send({ command: 'refresh' });
    note(`${status} ${ok ? 'sent' : body.code}`);
    await comesBack();
  },
  async offline_wait({ kiosk, wait, commandDuring, comesBack }) {
    kiosk.leave();
    await wait(NOTICED_MS);
    await commandDuring({ command: 'screenshot', args: { maxWidth: 320 }, wait: true }, comesBack);
  },
  async offline_expired({ kiosk, wait, commandDuring, comesBack }) {
    kiosk.leave();
    await wait(NOTICED_MS);
    await commandDuring({ command: 'refresh', wait: true, expiresInSeconds: 1 }, () => Promise.resolve());
    await comesBack();
  },
  async ack_cut(desk) {
    desk.kiosk.network.arm('cut_at_command_ack');
    await checkPicture(desk, await desk.command({ command: 'screenshot', args: { maxWidth: 640 } }));
  },
  async analytics_lost({ kiosk, command, ask, note }) {
    kiosk.network.arm('analytics_reply_lost');
    await command({ command: 'refresh' });
    await ask('a batch to be sent again', () =>
      Promise.resolve(
        [...kiosk.seen().batches.values()].some(({ sent, ackedAtMs }) => sent > 1 && ackedAtMs !== null) || null,
      ),
    );
    note('a batch sent again');
  },
  async changed_page(desk) {
    const { kiosk, world, recordId, note, ask } = desk;
    const params = { id: recordId() };
    const { version } = given('reading the sign', await world.own.call('GET /api/signs/:id', { params })).body;
    const body = { url: desk.otherUrl, settings: { reachabilityIntervalMs: 1_000 } };
    const { status } = await world.own.call('PATCH /api/signs/:id', { params, body, ifMatch: version });
    note(`settings ${status}`);
    await desk.shows(desk.otherUrl, 'the other page');
    const { index } = kiosk.plan;
    const checks = world.content.hits(index, OTHER_PAGE, 'check');
    await ask('a check', () => Promise.resolve(world.content.hits(index, OTHER_PAGE, 'check') > checks || null));
    const loads = world.content.hits(index, OTHER_PAGE, 'show');
    world.content.change(index, OTHER_PAGE);
    await ask('a load', () => Promise.resolve(world.content.hits(index, OTHER_PAGE, 'show') > loads || null));
    note('the page loaded again');
  },
  async settings_at_the_sign({ kiosk, world, recordId, ask, note }) {
    kiosk.changeSettings({ muted: true });
    await ask('the settings', async () => {
      const sign = await world.own.call('GET /api/signs/:id', { params: { id: recordId() } });
      return (sign.ok && sign.body.settings.muted) || null;
    });
    note('settings known');
  },
  async unregister({ world, recordId, note, showsCode, shows, otherUrl }) {
    const params = { id: recordId() };
    const freed = given('unregistering', await world.owner.call('POST /api/signs/:id/unregister', { params }));
    note(`unregistered ${freed.status}`);
    const device = await showsCode();
    const body = { url: otherUrl };
    await world.own.call('PATCH /api/signs/:id', { params, body, ifMatch: freed.body.version });
    const linked = await world.own.call('POST /api/signs/:id/link', { params, body: device });
    note(`linked ${linked.status}`);
    await shows(otherUrl, 'the other page');
  },
  async delete({ kiosk, world, recordId, note, showsCode, shows, otherUrl }) {
    const deleted = await world.owner.call('DELETE /api/signs/:id', { params: { id: recordId() } });
    note(`deleted ${deleted.status}`);
    const device = await showsCode();
    const record = { ...world.venue, ...kiosk.plan.sign, url: otherUrl };
    const made = given('making the record', await world.own.call('POST /api/signs', { body: record }));
    note(`made ${made.status}`);
    const params = { id: made.body.id };
    const linked = await world.own.call('POST /api/signs/:id/link', { params, body: device });
    note(`linked ${linked.status}`);
    await shows(otherUrl, 'the other page');
  },
  async bulk({ world, recordId, note, shows, otherUrl }) {
    const { organizationId } = world.venue;
    const body = { organizationId, target: { signIds: [recordId()] }, action: { url: otherUrl } };
    const { status } = await world.own.call('POST /api/signs/bulk', { body });
    note(`bulk ${status}`);
    await shows(otherUrl, 'the other page');
  },
  async schedule(desk) {
    const { world, recordId, note, otherUrl } = desk;
    const back = desk.ownPage();
    const [startsAt, endsAt] = [inMs(desk, OVERRIDE_MS), inMs(desk, 2 * OVERRIDE_MS)];
    const schedule = { url: otherUrl, startsAt, endsAt, timeZone: 'Europe/Berlin', priority: 1, enabled: true };
    const body = { schedules: [schedule] };
    const params = { id: recordId() };
    const before = given('reading the schedules', await world.own.call('GET /api/signs/:id/schedules', { params }));
    const ifMatch = before.body.version;
    const { status } = await world.own.call('PUT /api/signs/:id/schedules', { params, body, ifMatch });
    note(`scheduled ${status}`);
    await desk.shows(otherUrl, 'the other page');
    await back();
  },
};

/** Plays one duty and returns what was seen. An error is noted there too, and ends the duty. */
export async function doDuty(kiosk: VirtualKiosk, world: DutyWorld, duty: Duty): Promise<DutyRecord> {
  const desk = createDesk(kiosk, world);
  let signRecordId: string | null = null;
  try {
    // Only a claimed sign has a record; otherwise this throws.
    signRecordId = desk.recordId();
    await PLAY[duty](desk);
  } catch (error) {
    desk.note(error instanceof Error ? error.message : String(error));
  }
  return { duty, seen: desk.seen, signRecordId };
}

/** Reads the backend's rows about a sign that a duty was done with. None where the record is gone. */
export async function readDutyRecord(owner: Operator, signRecordId: string) {
  const params = { id: signRecordId };
  const [commands, fetches] = await Promise.all([
    owner.list('GET /api/signs/:id/commands', { params }),
    owner.list('GET /api/signs/:id/content-fetches', { params }),
  ]);
  const isGone = [commands, fetches].some((each) => !each.ok && each.body.code === 'not_found');
  if (isGone) return { commands: [], contentFetches: [] };
  return {
    commands: given('reading the commands', commands).items,
    contentFetches: given('reading the content fetches', fetches).items,
  };
}
