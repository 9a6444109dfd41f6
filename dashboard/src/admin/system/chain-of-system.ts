import type { SystemResponse } from '@sign-display/contracts/rest/system';
import type { MarkName } from '../../ui/sign-marks-and-severity.ts';
import { inDigits } from '../../ui/number-format.ts';
import type { AdminWords } from '../../words/admin-words-loader.ts';
import { bytesText, msText } from './amount-text.ts';

/** Makes the texts of the links in the system page's chain. Pure. */

interface Fact {
  label: string;
  said: string;
  tone?: 'alarm' | 'caution';
}

export interface ChainLink {
  title: string;
  mark: MarkName | null;
  isBroken: boolean;
  facts: Fact[];
}

type Said = AdminWords['system']['chain'];
type Digits = (value: number, digits?: number) => string;

function kiosksLink(said: Said, digits: Digits, { nodes, signs }: SystemResponse): ChainLink {
  const { claimed, offline, unclaimed, quarantined } = signs;
  const kiosks = nodes.reduce((sum, node) => sum + (node.kiosks ?? 0), 0);
  return {
    title: said.kiosks(digits(kiosks), kiosks === 1),
    mark: 'online',
    isBroken: false,
    facts: [
      { label: said.claimed, said: offline === 0 ? digits(claimed) : said.offline(digits(claimed), digits(offline)) },
      { label: said.unclaimed, said: unclaimed === 0 ? said.none : said.codes(digits(unclaimed), unclaimed === 1) },
      quarantined === 0
        ? { label: said.quarantined, said: said.none }
        : { label: said.quarantined, said: said.undecided(digits(quarantined)), tone: 'caution' },
    ],
  };
}

function nodesLink(said: Said, digits: Digits, language: string, { nodes }: SystemResponse): ChainLink {
  const delays = nodes.flatMap(({ eventLoopDelayMs }) => eventLoopDelayMs ?? []);
  const heartbeats = nodes.reduce((sum, node) => sum + (node.heartbeatsPerSecond ?? 0), 0);
  const versions = [...new Set(nodes.map(({ version }) => version ?? said.unknown))];
  return {
    title: said.nodes(nodes.length),
    mark: null,
    isBroken: false,
    facts: [
      { label: said.loopDelay, said: delays.length === 0 ? said.unknown : msText(Math.max(...delays), language) },
      { label: said.heartbeats, said: said.aSecond(digits(heartbeats, 1)) },
      versions.length === 1
        ? { label: said.version, said: versions[0]! }
        : { label: said.version, said: said.versions(versions.join(', ')), tone: 'caution' },
    ],
  };
}

function databaseLink(said: Said, digits: Digits, language: string, { database }: SystemResponse): ChainLink {
  const { status, latencyMs, connections, sizeBytes, freeBytes, oldestTransactionSeconds, replicationLagSeconds } =
    database;
  const size = sizeBytes === null ? said.unknown : bytesText(sizeBytes, language);
  const seconds = (value: number): string => `${digits(value, value < 10 ? 1 : 0)} s`;
  const facts: Fact[] = [
    latencyMs === null
      ? { label: said.answers, said: said.noAnswer, tone: 'alarm' }
      : { label: said.answers, said: msText(latencyMs, language) },
    { label: said.connections, said: connections === null ? said.unknown : digits(connections) },
    { label: said.size, said: freeBytes === null ? size : said.free(size, bytesText(freeBytes, language)) },
  ];
  if (oldestTransactionSeconds !== null)
    facts.push({
      label: said.transaction,
      said: oldestTransactionSeconds < 0.05 ? said.noTransaction : said.openFor(seconds(oldestTransactionSeconds)),
    });
  if (replicationLagSeconds !== null) facts.push({ label: said.lag, said: seconds(replicationLagSeconds) });
  const isBroken = status === 'down';
  return { title: said.database, mark: isBroken ? 'failed' : null, isBroken, facts };
}

function cacheLink(said: Said, language: string, { cache }: SystemResponse): ChainLink {
  if (cache.status === 'embedded')
    return { title: said.cache, mark: null, isBroken: false, facts: [{ label: said.kind, said: said.embedded }] };
  const isBroken = cache.status === 'down';
  const facts: Fact[] = [
    cache.latencyMs === null
      ? { label: said.answers, said: said.noAnswer, tone: 'alarm' }
      : { label: said.answers, said: msText(cache.latencyMs, language) },
    { label: said.kind, said: said.redis },
    { label: said.without, said: said.withoutRedis },
  ];
  return { title: said.cache, mark: isBroken ? 'failed' : null, isBroken, facts };
}

function messagesLink(said: Said, digits: Digits, { deliveries, jobs }: SystemResponse): ChainLink {
  const failed = deliveries.failed.reduce((sum, { count }) => sum + count, 0);
  const waiting = deliveries.waiting;
  const isBroken = failed > 0;
  return {
    title: said.messages,
    mark: isBroken ? 'failed' : null,
    isBroken,
    facts: [
      failed === 0
        ? { label: said.failed, said: said.none }
        : { label: said.failed, said: digits(failed), tone: 'alarm' },
      { label: said.delivered, said: said.today(digits(deliveries.sentToday)) },
      {
        label: said.waiting,
        said: waiting === 0 ? said.none : said.oldest(digits(waiting), digits(jobs.oldestSeconds, 1)),
      },
    ],
  };
}

/** Returns the links in this order: kiosks, nodes, database, cache and messages. */
export function chainOfSystem(words: AdminWords, system: SystemResponse): ChainLink[] {
  const said = words.system.chain;
  const { language } = words.common;
  const digits: Digits = (value, count = 0) => inDigits(value, language, count);
  return [
    kiosksLink(said, digits, system),
    nodesLink(said, digits, language, system),
    databaseLink(said, digits, language, system),
    cacheLink(said, language, system),
    messagesLink(said, digits, system),
  ];
}
