import type { CodeFace, LastTry } from '../model.ts';

/** What the left of the QR screen is about: the one thing to say now. */
export type Advice =
  | { kind: 'scan' }
  | { kind: 'no_card' }
  | { kind: 'no_cable' }
  | { kind: 'no_address'; macAddress: string | null }
  | { kind: 'dns'; host: string }
  | { kind: 'no_answer' | 'certificate' | 'other_service'; host: string; retryAtMs: number | null }
  | { kind: 'refused'; code: string; retryAtMs: number | null }
  /** Nothing has failed, and still no claim can work: the sign is on its way to the service, or the service looks at it. */
  | { kind: 'connecting'; reached: boolean }
  | { kind: 'failed'; lastTry: LastTry }
  | { kind: 'notice'; notice: string }
  | { kind: 'clock'; offsetMs: number };

/**
 * What keeps a sign from being claimed comes before all else, the nearest fault first: the later ones follow from it. A sign that can be claimed says
 * how the last try went, then why it is unclaimed, then that its clock is wrong.
 */
export function adviceOf(face: CodeFace): Advice {
  const { checklist, lastTry, notice } = face;
  if (face.qrText === null) return obstacle(face);
  if (lastTry !== null) return { kind: 'failed', lastTry };
  if (notice !== null) return { kind: 'notice', notice };
  if (checklist.clock.state === 'warned') return { kind: 'clock', offsetMs: checklist.clock.offsetMs };
  return { kind: 'scan' };
}

function obstacle({ checklist, host, shortCode, macAddress, retryAtMs }: CodeFace): Advice {
  const { backend } = checklist;
  if (shortCode === null) return { kind: 'no_card' };
  if (checklist.interface.state === 'failed') return { kind: 'no_cable' };
  if (checklist.address.state === 'failed') return { kind: 'no_address', macAddress };
  if (checklist.dns.state === 'failed') return { kind: 'dns', host };
  if (backend.state !== 'failed') return { kind: 'connecting', reached: backend.state === 'ok' };
  if (backend.why === 'refused') return { kind: 'refused', code: backend.code, retryAtMs };
  return { kind: backend.why, host, retryAtMs };
}
