import type { VirtualSign } from '../sign.ts';

/** The parts of a kiosk's document that checkers read. */
export interface BootDocument {
  signId: string | null;
  macAddress: string | null;
  /** Of the record that it is claimed by; null where it is unclaimed. */
  claimId: string | null;
  url: string | null;
  /** By commandId. */
  commands: ReadonlyMap<string, { kind: string; acceptedAtMs: number; isDone: boolean }>;
}

interface Stored {
  identity?: { signId: string; macAddress: string } | null;
  claim?: { sign: { id: string } } | null;
  currentUrl?: string | null;
  commands?: readonly { commandId: string; kind: string; acceptedAtMs: number; outcome: unknown }[];
}

/** What is on the disk now; null where nothing ever was. */
export function bootDocument({ disk }: Pick<VirtualSign, 'disk'>): BootDocument | null {
  const stored = disk.document() as Stored | null;
  if (stored === null) return null;
  const { identity, claim, currentUrl, commands = [] } = stored;
  return {
    signId: identity?.signId ?? null,
    macAddress: identity?.macAddress ?? null,
    claimId: claim?.sign.id ?? null,
    url: currentUrl ?? null,
    commands: new Map(
      commands.map(({ commandId, kind, acceptedAtMs, outcome }) => [
        commandId,
        { kind, acceptedAtMs, isDone: outcome !== null },
      ]),
    ),
  };
}

const isMadeUp = (mac: string): boolean => (Number.parseInt(mac.slice(0, 2), 16) & 2) === 2;

/** Whether `sign` runs on another machine than the one with the stored address. A made-up address proves nothing (promise K1). */
export function isForeign(stored: string, { kiosk }: Pick<VirtualSign, 'kiosk'>): boolean {
  const present = kiosk.macAddress();
  return stored !== present && !isMadeUp(stored) && !isMadeUp(present);
}
