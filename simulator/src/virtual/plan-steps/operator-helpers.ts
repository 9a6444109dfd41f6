import type { Sign } from '@sign-display/contracts/rest/signs';
import { parseQrText } from '@sign-display/contracts/qr-payload';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import type { Draws } from '../../adapters/seeded-random.ts';
import type { NodeReply, NodeRequest } from '../node.ts';
import { ORGANIZATIONS, type PersonName } from '../initial-data.ts';
import type { VirtualSign } from '../sign.ts';
import { EPOCH_MS } from '../timeline.ts';
import type { AskOptions, World } from '../world.ts';

/** What people do again and again: look, scan, ask and ask again. */

export type OrganizationName = keyof typeof ORGANIZATIONS;
export type Request = Omit<NodeRequest, 'authorization'>;

/** Who may claim for an organization. */
export const OPERATORS = {
  fair: ['ada', 'ben', 'cleo', 'dan'],
  legacy: ['ada', 'cleo'],
  opera: ['fritz'],
} as const satisfies Record<OrganizationName, readonly [PersonName, ...PersonName[]]>;

const AGAIN_MS = { least: 1_000, most: 3_000 };

/** The service was not there, or could not take it just then. */
export const isLost = (reply: NodeReply | null): reply is null => reply === null || reply.status === 503;

/** Asks, and without an answer again, as an app does. Null where none came. */
export async function askAgain(
  world: World,
  who: PersonName,
  request: Request,
  draws: Draws,
  { tries = 5, ...options }: AskOptions & { tries?: number } = {},
): Promise<NodeReply | null> {
  for (let each = 0; each < tries; each += 1) {
    const reply = await world.ask(who, request, each === 0 ? options : {});
    if (!isLost(reply)) return reply;
    await world.wait(AGAIN_MS.least + (AGAIN_MS.most - AGAIN_MS.least) * draws.float());
  }
  return null;
}

/** Changes a record in the version that `ask` reads just before; while others change it first, in theirs. */
export async function changeVersion(
  ask: (request: Request) => Promise<NodeReply | null>,
  change: Request,
): Promise<NodeReply | null> {
  let reply = await ask({ method: 'GET', path: change.path });
  if (reply?.status !== 200) return reply;
  let { version } = reply.body as Versioned;
  do {
    reply = await ask({ ...change, headers: { 'if-match': `"${version}"` } });
    version = (reply?.body as { current?: Versioned } | undefined)?.current?.version ?? version;
  } while (reply?.status === 412);
  return reply;
}

interface Versioned {
  version: number;
}

const INSISTS_EVERY_MS = 10_000;

/** Asks until it is answered. */
export async function insist(world: World, who: PersonName, request: Request): Promise<NodeReply> {
  for (;;) {
    const reply = await world.ask(who, request);
    if (!isLost(reply)) return reply;
    await world.wait(INSISTS_EVERY_MS);
  }
}

/** The records that somebody sees, in the list's own order; none where no answer comes. */
export async function readSigns(world: World, who: PersonName, organization: OrganizationName): Promise<Sign[]> {
  const { id } = ORGANIZATIONS[organization];
  const reply = await world.ask(who, { method: 'GET', path: `/api/signs?organizationId=${id}&limit=200` });
  return reply?.status === 200 ? (reply.body as { items: Sign[] }).items : [];
}

/** One of them that fits; null where none does. */
export async function pickSign(
  world: World,
  who: PersonName,
  draws: Draws,
  fits: (sign: Sign) => boolean = () => true,
  organization: OrganizationName = 'fair',
): Promise<Sign | null> {
  const signs = (await readSigns(world, who, organization)).filter(fits);
  return signs.length === 0 ? null : draws.pick(signs as [Sign, ...Sign[]]);
}

export const isLinked = ({ device }: Sign): boolean => device !== null;

export interface Scanned {
  sign: VirtualSign;
  signId: string;
  shortCode: string;
}

/** What a phone reads off a sign, or has read just before another began to claim it; null where there is no QR, or a struck-out one. */
export function scan(sign: VirtualSign): Scanned | null {
  const screen = sign.kiosk.screen();
  if (!sign.isOn) return null;
  if (screen?.kind === 'claiming') return codeOf(sign);
  if (screen?.kind !== 'qr' || screen.qrText === null) return null;
  const scanned = parseQrText(screen.qrText);
  return scanned.ok ? { sign, signId: scanned.payload.signId, shortCode: scanned.payload.shortCode } : null;
}

/** A photograph of the QR that was there before a sign was claimed; null where it is not claimed. */
export const remember = (sign: VirtualSign): Scanned | null => (sign.kiosk.agent()?.stored.claim ? codeOf(sign) : null);

function codeOf(sign: VirtualSign): Scanned | null {
  const signId = sign.kiosk.agent()?.stored.identity?.signId;
  return signId === undefined ? null : { sign, signId, shortCode: deriveShortCode(signId) };
}

/** The signs with a QR, beginning at `first`, as somebody walks through the hall. */
export function scanFrom(world: World, first: number): Scanned[] {
  const { signs } = world;
  return signs.flatMap((_, turn) => scan(signs[(first + turn) % signs.length]!) ?? []);
}

/** By the world's own time, as the wire has it. */
export const timeIn = (world: World, delayMs: number): string =>
  new Date(EPOCH_MS + Math.round(world.timeline.nowMs() + delayMs)).toISOString();
