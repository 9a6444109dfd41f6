import type { Checklist } from '../model.ts';
import { lengthOf } from './times.ts';

const CHECKS = ['interface', 'address', 'dns', 'backend', 'clock'] as const;
const NAMES = { interface: 'Interface', address: 'Address', dns: 'DNS', backend: 'Backend', clock: 'Clock' };

export type CheckState = 'ok' | 'failed' | 'warned' | 'waiting';
export interface CheckLine {
  name: string;
  state: CheckState;
  detail: string;
}

const LINKS = { ethernet: 'Ethernet, cable in', wifi: 'Wi-Fi, connected', other: 'connected' };
const BACKEND = {
  no_answer: 'no answer',
  certificate: 'wrong certificate',
  other_service: 'not this service',
  refused: 'refuses this sign',
};

/** The five lines of the checklist, nearest first. One that waits says for what: an earlier one, or its own answer. */
export function checklistWords(list: Checklist): CheckLine[] {
  const { interface: plug, address, dns, backend, clock } = list;
  const cable = plug.state === 'failed' ? 'needs a cable' : 'asking';
  const number = plug.state === 'failed' || address.state === 'failed' ? 'needs an address' : 'asking';
  const name = dns.state === 'failed' ? 'needs DNS' : number;
  const lookup = dns.state === 'ok' && dns.needed ? 'answers' : 'not needed';
  const details = {
    interface:
      plug.state === 'ok' ? LINKS[plug.link] : { failed: 'nothing plugged in', waiting: 'looking' }[plug.state],
    address: address.state === 'ok' ? address.address : { failed: 'none given', waiting: cable }[address.state],
    dns: { ok: lookup, failed: 'no answer', waiting: number }[dns.state],
    backend: backend.state === 'failed' ? BACKEND[backend.why] : { ok: 'reached', waiting: name }[backend.state],
    clock: clock.state === 'warned' ? apart(clock.offsetMs) : { ok: 'right', waiting: 'not checked' }[clock.state],
  };
  return CHECKS.map((check) => ({ name: NAMES[check], state: list[check].state, detail: details[check] }));
}

const apart = (offsetMs: number): string => `${lengthOf(offsetMs).short} ${offsetMs < 0 ? 'behind' : 'ahead'}`;
