import type { Checklist } from '../model.ts';
import type { ScreenWords } from './english.ts';
import { lengthOf } from './times.ts';

const CHECKS = ['interface', 'address', 'dns', 'backend', 'clock'] as const;

export type CheckState = 'ok' | 'failed' | 'warned' | 'waiting';
export interface CheckLine {
  name: string;
  state: CheckState;
  detail: string;
}

/** The five lines of the checklist, nearest first. One that waits says for what: an earlier one, or its own answer. */
export function checklistWords(list: Checklist, { checklist: said, times }: ScreenWords): CheckLine[] {
  const { interface: plug, address, dns, backend, clock } = list;
  const cable = plug.state === 'failed' ? said.needsCable : said.asking;
  const number = plug.state === 'failed' || address.state === 'failed' ? said.needsAddress : said.asking;
  const name = dns.state === 'failed' ? said.needsDns : number;
  const lookup = dns.state === 'ok' && dns.needed ? said.answers : said.notNeeded;
  const details = {
    interface:
      plug.state === 'ok' ? said.links[plug.link] : { failed: said.nothingIn, waiting: said.looking }[plug.state],
    address: address.state === 'ok' ? address.address : { failed: said.noneGiven, waiting: cable }[address.state],
    dns: { ok: lookup, failed: said.noAnswer, waiting: number }[dns.state],
    backend:
      backend.state === 'failed' ? said.backend[backend.why] : { ok: said.reached, waiting: name }[backend.state],
    clock:
      clock.state === 'warned'
        ? said[clock.offsetMs < 0 ? 'behind' : 'ahead'](lengthOf(clock.offsetMs, times).short)
        : { ok: said.right, waiting: said.notChecked }[clock.state],
  };
  return CHECKS.map((check) => ({ name: said.names[check], state: list[check].state, detail: details[check] }));
}
