import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeNetwork, type Interface, type NetworkFacts } from './judge-network-checklist.ts';

const ETHERNET: Interface = {
  name: 'eth0',
  macAddress: 'c8:2a:14:9f:03:1b',
  physical: true,
  kind: 'ethernet',
  hasLink: true,
  addresses: ['10.20.4.118'],
  connected: true,
};
const GOOD: NetworkFacts = {
  interfaces: [ETHERNET],
  isLoopback: false,
  name: 'found',
  probe: 'ours',
  connection: { isRegistered: true, refusal: null, attempts: 0 },
  clockOffsetMs: 0,
};
const AWAY = { isRegistered: false, refusal: null, attempts: 1 };
const ORDER = ['interface', 'address', 'dns', 'backend', 'clock'] as const;

const anyInterface = fc
  .record({
    physical: fc.boolean(),
    hasLink: fc.boolean(),
    addresses: fc.subarray(['10.0.0.5']),
    kind: fc.constantFrom('ethernet', 'wifi'),
  })
  .map(
    (part): Interface => ({ ...ETHERNET, ...part, connected: part.hasLink && part.addresses.length > 0 }) as Interface,
  );
const anyFacts: fc.Arbitrary<NetworkFacts> = fc.record({
  interfaces: fc.option(fc.array(anyInterface, { maxLength: 3 })),
  isLoopback: fc.boolean(),
  name: fc.constantFrom('found', 'not_found', 'unneeded', null),
  probe: fc.constantFrom('ours', 'no_answer', 'certificate', 'other_service', null),
  connection: fc.record({
    isRegistered: fc.boolean(),
    refusal: fc.option(fc.constant('clone_quarantined')),
    attempts: fc.nat(9),
  }),
  clockOffsetMs: fc.option(fc.double({ min: -1e13, max: 1e13, noNaN: true })),
});

describe('K8: the checklist', () => {
  test('has at most one line that is wrong, everything before it is in order, and everything behind it waits', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const checklist = judgeNetwork(facts);
        const states = ORDER.map((line) => checklist[line].state);
        const first = states.findIndex((state) => state !== 'ok');
        expect(first < 0 || states.slice(first + 1).every((state) => state === 'waiting')).toBe(true);
      }),
    );
  });

  test('never says that the backend is reached while the agent is not registered, and never else where the network stands', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { address, backend } = judgeNetwork(facts);
        expect(backend.state === 'ok').toBe(facts.connection.isRegistered && address.state === 'ok');
      }),
    );
  });

  test('is in order on a sign whose network is', () => {
    expect(judgeNetwork(GOOD)).toEqual({
      interface: { state: 'ok', link: 'ethernet' },
      address: { state: 'ok', address: '10.20.4.118' },
      dns: { state: 'ok', needed: true },
      backend: { state: 'ok' },
      clock: { state: 'ok' },
    });
  });

  test.each<[string, Partial<NetworkFacts>, object]>([
    [
      'a pulled cable',
      { interfaces: [{ ...ETHERNET, hasLink: false, addresses: [] }] },
      { interface: { state: 'failed' } },
    ],
    [
      'an interface of a tunnel alone',
      {
        interfaces: [
          { ...ETHERNET, hasLink: false },
          { ...ETHERNET, physical: false },
        ],
      },
      { interface: { state: 'failed' } },
    ],
    [
      'a network that gives no address',
      { interfaces: [{ ...ETHERNET, addresses: [], connected: false }] },
      { address: { state: 'failed' } },
    ],
    ['a name that is not found', { name: 'not_found', connection: AWAY }, { dns: { state: 'failed' } }],
    [
      'a service that does not answer',
      { probe: 'no_answer', connection: AWAY },
      { backend: { state: 'failed', why: 'no_answer' } },
    ],
    [
      'a wrong certificate',
      { probe: 'certificate', connection: AWAY },
      { backend: { state: 'failed', why: 'certificate' } },
    ],
    [
      'somebody else’s server',
      { probe: 'other_service', connection: AWAY },
      { backend: { state: 'failed', why: 'other_service' } },
    ],
    [
      'a service whose socket never opens',
      { connection: { ...AWAY, attempts: 3 } },
      { backend: { state: 'failed', why: 'no_answer' } },
    ],
    [
      'a refusal',
      { connection: { ...AWAY, refusal: 'protocol_unsupported' } },
      { backend: { state: 'failed', why: 'refused', code: 'protocol_unsupported' } },
    ],
    [
      'a clock that is three hours behind',
      { clockOffsetMs: -10_800_000.4 },
      { clock: { state: 'warned', offsetMs: -10_800_000 } },
    ],
  ])('names %s', (_, part, expected) => {
    expect(judgeNetwork({ ...GOOD, ...part })).toMatchObject(expected);
  });

  test('asks for no network where the service is on this very machine', () => {
    const checklist = judgeNetwork({ ...GOOD, interfaces: [], isLoopback: true, name: 'unneeded' });
    expect(ORDER.map((line) => checklist[line].state)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  });
});
