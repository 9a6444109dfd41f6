import {
  FIGURES,
  SERVERS,
  describeMiddle,
  middleOf,
  ratioOf,
  samplesOf,
  type FigureName,
  type Measured,
  type Sample,
} from './figures.ts';

/** The tables of `npm run bench`, in Markdown. Pure. */

const NAMES: Record<Measured, string> = {
  ours: 'ours',
  'socket.io': 'bare Socket.IO',
  ws: 'bare `ws`',
  aedes: 'Aedes',
  mosquitto: 'Mosquitto',
  bare: 'bare',
};

/** As tables and reports have it. */
export const nameOf = (server: Measured): string => NAMES[server];

const INVALID = '✗';

function cellOf(samples: readonly Sample[], figure: FigureName, server: Measured): string {
  const { used, isValid, all } = samplesOf(samples, figure, server);
  if (all.length === 0) return '–';
  const text = describeMiddle(middleOf(used.map(({ value }) => value)), FIGURES[figure].digits);
  const left = all.length - used.length;
  if (!isValid) return `${INVALID} ${text}`;
  return left > 0 ? `${text}, ${left} ${INVALID}` : text;
}

function tableOf(samples: readonly Sample[], figures: readonly FigureName[], columns: readonly Measured[]): string {
  const to = columns.includes('bare') ? 'bare' : 'socket.io';
  const others = columns.filter((server) => server !== 'ours' && samples.some((sample) => sample.server === server));
  const rows = figures.map((figure) => {
    const ratio = ratioOf(samples, figure, to);
    return [
      FIGURES[figure].title,
      cellOf(samples, figure, 'ours'),
      ...others.map((server) => cellOf(samples, figure, server)),
      ratio ? describeMiddle(ratio, 2) : '–',
    ];
  });
  const head = ['', 'ours', ...others.map((server) => NAMES[server]), `ours / ${NAMES[to]}`];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows].map(line).join('\n');
}

/** Why figures are invalid, each reason once with how often. */
function describeInvalid(samples: readonly Sample[]): string[] {
  const reasons = new Map<string, Set<string>>();
  for (const { invalid, figure, server, round } of samples) {
    if (invalid === null) continue;
    const where = `${FIGURES[figure].line}, ${NAMES[server]}, round ${round}`;
    reasons.set(where, (reasons.get(where) ?? new Set()).add(invalid));
  }
  return Array.from(reasons, ([where, why]) => `- ${INVALID} ${where}: ${Array.from(why).join(', ')}`);
}

/** A table of the channel's figures, beside bare servers; one of the requests', beside bare routes; and why figures are invalid. */
export function describeSamples(samples: readonly Sample[]): string {
  const measured = (Object.keys(FIGURES) as FigureName[]).filter((name) =>
    samples.some(({ figure }) => figure === name),
  );
  const hasBare = (name: FigureName): boolean =>
    samples.some(({ figure, server }) => figure === name && server === 'bare');
  const parts: string[] = [];
  const channel = measured.filter((name) => !hasBare(name));
  const requests = measured.filter(hasBare);
  if (channel.length > 0) parts.push(tableOf(samples, channel, SERVERS));
  if (requests.length > 0) parts.push(tableOf(samples, requests, ['ours', 'bare']));
  const invalid = describeInvalid(samples);
  if (invalid.length > 0)
    parts.push(
      `${INVALID} is invalid and left out of medians, ranges and ratios where a valid round is there:\n\n${invalid.join('\n')}`,
    );
  return parts.join('\n\n');
}
