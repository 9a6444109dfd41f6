import { readServerAddress } from '../machine/server-address.ts';
import type { ProbeResult } from '@sign-display/kiosk-shell/service-answer';
import type { Faces } from '@sign-display/kiosk-shell/compose-screen-model';

export interface FirstStartParts {
  faces: Pick<Faces, 'show'>;
  probe(origin: string): Promise<ProbeResult>;
  /** The service answers at `origin`: called once. */
  found(origin: string): void;
}

/**
 * A sign that nobody has told where its service is: asks for the address on screen, and takes one only where the service answers. Returns what is done with each text that
 * a person enters; while one is tried, and once one was taken, others are not heard.
 */
export function createFirstStart({ faces, probe, found }: FirstStartParts): (text: string) => Promise<void> {
  let isOpen = true;
  const show = (checking: boolean, problem: Exclude<ProbeResult, 'ours'> | 'malformed' | null): void =>
    faces.show({ kind: 'first_start', checking, problem });
  show(false, null);
  return async (text) => {
    if (!isOpen) return;
    const read = readServerAddress(text);
    if ('problem' in read) return show(false, 'malformed');
    isOpen = false;
    show(true, null);
    const answer = await probe(read.origin);
    if (answer === 'ours') return found(read.origin);
    isOpen = true;
    show(false, answer);
  };
}
