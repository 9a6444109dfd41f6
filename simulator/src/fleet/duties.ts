import type { Clock } from '@sign-display/contracts/ports';
import { parseQrText } from '@sign-display/contracts/qr';
import type { Command, CommandName } from '@sign-display/contracts/rest/commands';
import type { ContentFetch } from '@sign-display/contracts/rest/telemetry';
import type { ContentServer } from '../pages/content-server.ts';
import type { DutyRecord } from '../evidence/evidence.ts';
import { WaitedInVain } from '../machine/moments.ts';
import type { Operator, Venue } from '../backend/operators.ts';
import type { Duty } from '../plan/duties.ts';
import { readPages } from '../backend/read-pages.ts';
import type { RestReply } from '../backend/rest-client.ts';
import type { VirtualKiosk } from '../machine/virtual-kiosk.ts';

/** Plays what operators do with a claimed sign. plan/duties.ts has what must be seen of each duty. */

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
      const { body } = await owner.call('GET', `/api/signs/${id}/commands?limit=200`);
      const found = (body?.['items'] as Command[] | undefined)?.find((one) => one.commandId === commandId);
      return found && states.includes(found.state) ? found : null;
    });

  async function send(command: CommandName, args?: object, more: object = {}, by: Operator = own): Promise<RestReply> {
    const body = { command, ...(args === undefined ? {} : { args }), ...more };
    return await by.call('POST', `/api/signs/${recordId()}/commands`, { body });
  }

  /** Sends a command, waits for its final state, and notes it. */
  async function command(name: CommandName, args?: object, by?: Operator): Promise<Command> {
    const id = recordId();
    const { status, body } = await send(name, args, {}, by);
    if (status !== 202) throw new WaitedInVain(`${name} was answered with ${status} ${String(body?.['code'])}`);
    const end = await row(id, String(body?.['commandId']), ['acked', 'failed', 'refused', 'expired']);
    note([name, end.state, end.error?.code].filter(Boolean).join(' '));
    return end;
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
  return Object.assign(people, { recordId, row, send, command, shows, ownPage, comesBack, showsCode });
}
type Desk = ReturnType<typeof createDesk>;

async function checkPicture({ world, recordId, note }: Desk, { result }: Command): Promise<void> {
  const { status, headers, bytes } = await world.own.call('GET', `/api/signs/${recordId()}/screenshot`);
  const { capturedAt } = result as { capturedAt: string };
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && headers['content-type'] === 'image/jpeg';
  if (status === 200 && isJpeg && headers['x-captured-at'] === capturedAt) note('picture kept');
  else note(`picture ${status} ${String(headers['x-captured-at'])}, not ${capturedAt}`);
}

const inMs = ({ world }: Desk, ms: number): string => new Date(world.clock.now() + ms).toISOString();

const PLAY: Record<Duty, (desk: Desk) => Promise<unknown>> = {
  refresh: ({ command }) => command('refresh'),
  reboot: ({ command }) => command('reboot'),
  reboot_device: ({ command, world }) => command('reboot_device', undefined, world.owner),
  async reboot_loop({ command }) {
    for (let times = 0; times < 4; times += 1) await command('reboot');
  },
  async background({ command }) {
    await command('set_background_mode', { enabled: true });
    await command('set_background_mode', { enabled: false });
  },
  async update({ command, row, recordId, note, ask }) {
    const { commandId } = await command('update');
    const status = await ask('the update status', async () => {
      const { result } = await row(recordId(), commandId, ['acked']);
      const { updateStatus } = (result ?? {}) as { updateStatus?: { state: string } };
      return updateStatus === undefined || updateStatus.state === 'checking' ? null : updateStatus;
    });
    note(`update status ${status.state}`);
  },
  async logs({ command, world, recordId, note }) {
    await command('fetch_logs', { limit: 100 });
    const { body } = await world.own.call('GET', `/api/signs/${recordId()}/logs`);
    const { length } = (body?.['items'] ?? []) as unknown[];
    note(length > 0 ? 'lines kept' : 'no lines');
  },
  async screenshot(desk) {
    await checkPicture(desk, await desk.command('screenshot', { maxWidth: 640 }));
  },
  async override(desk) {
    const back = desk.ownPage();
    await desk.command('display_content', { url: desk.otherUrl, until: inMs(desk, OVERRIDE_MS) });
    await desk.shows(desk.otherUrl, 'the other page');
    await back();
  },
  async override_offline(desk) {
    const back = desk.ownPage();
    await desk.command('display_content', { url: desk.otherUrl, until: inMs(desk, OVERRIDE_MS) });
    await desk.shows(desk.otherUrl, 'the other page');
    desk.kiosk.setCable(false);
    await back();
    await desk.comesBack();
  },
  async half_open({ kiosk, send, recordId, row, note, comesBack }) {
    const id = recordId();
    kiosk.setCable(false);
    const { body } = await send('refresh');
    note(`refresh ${String(body?.['state'])}`);
    await comesBack();
    const { state } = await row(id, String(body?.['commandId']), ['acked', 'failed', 'refused', 'expired']);
    note(`refresh ${state}`);
  },
  async offline_refused({ kiosk, wait, send, note, comesBack }) {
    kiosk.leave();
    await wait(NOTICED_MS);
    const { status, body } = await send('refresh');
    note(`${status} ${String(body?.['code'])}`);
    await comesBack();
  },
  async offline_wait({ kiosk, wait, send, recordId, row, note, comesBack }) {
    const id = recordId();
    kiosk.leave();
    await wait(NOTICED_MS);
    const { body } = await send('screenshot', { maxWidth: 320 }, { wait: true });
    note(`screenshot ${String(body?.['state'])}`);
    await comesBack();
    const { state } = await row(id, String(body?.['commandId']), ['acked', 'failed', 'refused', 'expired']);
    note(`screenshot ${state}`);
  },
  async offline_expired({ kiosk, wait, send, recordId, row, note, comesBack }) {
    const id = recordId();
    kiosk.leave();
    await wait(NOTICED_MS);
    const { body } = await send('refresh', undefined, { wait: true, expiresInSeconds: 1 });
    note(`refresh ${String(body?.['state'])}`);
    const { state } = await row(id, String(body?.['commandId']), ['acked', 'failed', 'refused', 'expired']);
    note(`refresh ${state}`);
    await comesBack();
  },
  async ack_cut(desk) {
    desk.kiosk.network.arm('cut_at_command_ack');
    await checkPicture(desk, await desk.command('screenshot', { maxWidth: 640 }));
  },
  async analytics_lost({ kiosk, command, ask, note }) {
    kiosk.network.arm('analytics_reply_lost');
    await command('refresh');
    await ask('a batch to be sent again', () =>
      Promise.resolve(
        [...kiosk.seen().batches.values()].some(({ sent, ackedAtMs }) => sent > 1 && ackedAtMs !== null) || null,
      ),
    );
    note('a batch sent again');
  },
  async changed_page(desk) {
    const { kiosk, world, recordId, note, ask } = desk;
    const id = recordId();
    const { body } = await world.own.call('GET', `/api/signs/${id}`);
    const patch = { url: desk.otherUrl, settings: { reachabilityIntervalMs: 1_000 } };
    const version = Number(body?.['version']);
    const { status } = await world.own.call('PATCH', `/api/signs/${id}`, { body: patch, version });
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
      const { body } = await world.own.call('GET', `/api/signs/${recordId()}`);
      return (body?.['settings'] as { muted?: boolean } | undefined)?.muted === true ? true : null;
    });
    note('settings known');
  },
  async unregister({ world, recordId, note, showsCode, shows, otherUrl }) {
    const id = recordId();
    const { status, body } = await world.owner.call('POST', `/api/signs/${id}/unregister`, { body: {} });
    note(`unregistered ${status}`);
    const device = await showsCode();
    const version = Number(body?.['version']);
    await world.own.call('PATCH', `/api/signs/${id}`, { body: { url: otherUrl }, version });
    const linked = await world.own.call('POST', `/api/signs/${id}/link`, { body: device });
    note(`linked ${linked.status}`);
    await shows(otherUrl, 'the other page');
  },
  async delete({ kiosk, world, recordId, note, showsCode, shows, otherUrl }) {
    const deleted = await world.owner.call('DELETE', `/api/signs/${recordId()}`);
    note(`deleted ${deleted.status}`);
    const device = await showsCode();
    const record = { ...world.venue, ...kiosk.plan.sign, url: otherUrl };
    const made = await world.own.call('POST', '/api/signs', { body: record });
    note(`made ${made.status}`);
    const linked = await world.own.call('POST', `/api/signs/${String(made.body?.['id'])}/link`, { body: device });
    note(`linked ${linked.status}`);
    await shows(otherUrl, 'the other page');
  },
  async bulk({ world, recordId, note, shows, otherUrl }) {
    const { organizationId } = world.venue;
    const body = { organizationId, target: { signIds: [recordId()] }, action: { url: otherUrl } };
    const { status } = await world.own.call('POST', '/api/signs/bulk', { body });
    note(`bulk ${status}`);
    await shows(otherUrl, 'the other page');
  },
  async schedule(desk) {
    const { world, recordId, note, otherUrl } = desk;
    const back = desk.ownPage();
    const [startsAt, endsAt] = [inMs(desk, OVERRIDE_MS), inMs(desk, 2 * OVERRIDE_MS)];
    const schedule = { url: otherUrl, startsAt, endsAt, timeZone: 'Europe/Berlin', priority: 1, enabled: true };
    const body = { schedules: [schedule] };
    const { status } = await world.own.call('PUT', `/api/signs/${recordId()}/schedules`, { body });
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

/** Reads the backend's rows about a sign that a duty was done with. */
export async function readDutyRecord(owner: Operator, signRecordId: string) {
  const path = `/api/signs/${signRecordId}`;
  const [commands, contentFetches] = await Promise.all([
    readPages<Command>(owner, `${path}/commands?limit=200`),
    readPages<ContentFetch>(owner, `${path}/content-fetches?limit=200`),
  ]);
  return { commands, contentFetches };
}
