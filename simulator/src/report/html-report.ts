import type { AlertReport } from './build-alert-report.ts';
import type { Report } from './report.ts';

/** The report as a page of its own: nothing in it is loaded from anywhere. Pure. */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
const seconds = (ms: number | null): string => (ms === null ? '–' : `${(ms / 1_000).toFixed(1)} s`);
const ratio = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = (row: readonly (string | number)[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(String(cell))}</${tag}>`).join('')}</tr>`;
  return `<table>${cells(head, 'th')}${rows.map((row) => cells(row, 'td')).join('')}</table>`;
}

const WIDTH = 900;
const HEIGHT = 260;
const LEFT = 40;
const BOTTOM = 20;

/** Signs online, as they and as the service see it, and each message as a mark, over the seconds of the run. */
function plot({ timeline, subscribers, incidents }: AlertReport, kiosks: number): string {
  const endMs = Math.max(1, timeline.at(-1)?.atMs ?? 1);
  const x = (atMs: number) => (LEFT + (Math.max(0, atMs) / endMs) * (WIDTH - LEFT)).toFixed(1);
  const y = (signs: number) => ((1 - signs / kiosks) * (HEIGHT - BOTTOM - 20) + 10).toFixed(1);
  const line = (name: string, of: (sample: AlertReport['timeline'][number]) => number) =>
    `<polyline class="${name}" points="${timeline.map((sample) => `${x(sample.atMs)},${y(of(sample))}`).join(' ')}"/>`;
  const marks = subscribers.flatMap(({ email, messages }) =>
    messages.map(
      ({ atMs, channel, title }) =>
        `<circle class="${channel}" cx="${x(atMs)}" cy="${HEIGHT - BOTTOM - 4}" r="3"><title>${escapeHtml(`${seconds(atMs)} ${channel} to ${email}: ${title}`)}</title></circle>`,
    ),
  );
  const moments = incidents.map(
    ({ atMs, what }) =>
      `<line class="incident" x1="${x(atMs)}" x2="${x(atMs)}" y1="0" y2="${HEIGHT - BOTTOM}"><title>${escapeHtml(what)}</title></line>`,
  );
  const ticks = Array.from({ length: Math.floor(endMs / 30_000) + 1 }, (_, index) => index * 30_000).map(
    (atMs) => `<text x="${x(atMs)}" y="${HEIGHT - 4}">${atMs / 1_000} s</text>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Signs online and messages over time">
<text x="0" y="${Number(y(kiosks)) + 4}">${kiosks}</text><text x="0" y="${y(0)}">0</text>
${[...moments, ...ticks].join('\n')}
${line('kiosks', ({ kiosksOnline }) => kiosksOnline)}
${line('service', ({ signsOnline }) => signsOnline)}
${marks.join('\n')}
</svg>
<p><b class="kiosks">—</b> signs that have their backend, <b class="service">—</b> signs online for the backend; messages below:
<b class="email">●</b> e-mail <b class="push">●</b> push <b class="inbox">●</b> inbox; dashed: what the simulator did (point at it)</p>`;
}

function alertsPart(alerts: AlertReport, kiosks: number): string {
  const { precision, recall, told, trueTold, must, mustTold, detectionMs, verdictToMessageMs } = alerts;
  const rows = alerts.subscribers.flatMap(({ email, event, messages }) =>
    messages.length === 0
      ? [[email, event, '', '', 'nothing']]
      : messages.map(({ atMs, channel, title }) => [email, event, seconds(atMs), channel, title]),
  );
  return `<h2>Alerts</h2>
${table(
  ['figure', 'value', 'of'],
  [
    ['precision', ratio(precision), `${trueTold} of ${told} alerts`],
    ['recall', ratio(recall), `${mustTold} of ${must} outages that had to be reported`],
    [
      'detection latency p50 / p99',
      `${seconds(detectionMs.p50)} / ${seconds(detectionMs.p99)}`,
      `${detectionMs.count} outages`,
    ],
    [
      'verdict to message p50 / p99',
      `${seconds(verdictToMessageMs.p50)} / ${seconds(verdictToMessageMs.p99)}`,
      `${verdictToMessageMs.count} outages`,
    ],
  ],
)}
${plot(alerts, kiosks)}
<h2>What the simulator did</h2>
${table(
  ['when', 'what'],
  alerts.incidents.map(({ atMs, what }) => [seconds(atMs), what]),
)}
<h2>Who was told what</h2>
${table(['who', 'event', 'when', 'channel', 'message'], rows)}`;
}

export function htmlReport({ verdict, run, promises, alerts, claims, figures }: Report): string {
  const promiseRows = promises.map((each) => [each.promise, each.title, each.cases, each.verdict.replace('_', ' ')]);
  const examples = promises.flatMap(({ promise, counterexamples }) =>
    counterexamples.map(({ kiosk, expected, seen }) => [promise, kiosk ?? '', expected, seen]),
  );
  const { server, heartbeats } = figures;
  const megabytes = server.memoryPeakBytes === null ? '–' : `${Math.round(server.memoryPeakBytes / 1e6)} MB`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulation: ${escapeHtml(run.scenario)}, ${verdict}</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 960px; margin: 0 auto; padding: 16px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 2px 10px 2px 0; border-bottom: 1px solid #8884; vertical-align: top; }
svg { width: 100%; font-size: 10px; fill: currentColor; }
polyline { fill: none; stroke-width: 1.5; }
polyline.kiosks { stroke: #2a9d5c; } b.kiosks { color: #2a9d5c; }
polyline.service { stroke: #d1495b; stroke-dasharray: 4 2; } b.service { color: #d1495b; }
.incident { stroke: #8888; stroke-dasharray: 2 3; stroke-width: 2; }
circle.email { fill: #3a7bd5; } b.email { color: #3a7bd5; }
circle.push { fill: #e6a117; } b.push { color: #e6a117; }
circle.inbox { fill: #8e5bb5; } b.inbox { color: #8e5bb5; }
</style>
</head>
<body>
<h1>${escapeHtml(run.scenario)}: ${verdict}</h1>
<p>${run.kiosks} kiosks, seed ${escapeHtml(run.seed)}, ${run.durationSeconds.toFixed(0)} s, against ${escapeHtml(run.backend)}; begun ${run.startedAt}.<br>
Again: <code>${escapeHtml(run.command)}</code></p>
${alerts ? alertsPart(alerts, run.kiosks) : ''}
<h2>Promises</h2>
${table(['promise', 'what', 'cases', 'verdict'], promiseRows)}
${examples.length > 0 ? `<h2>What was broken</h2>${table(['promise', 'kiosk', 'expected', 'seen'], examples)}` : ''}
<h2>Claims</h2>
${table(
  ['fault', 'page', 'answer to the first claim', 'kiosks', 'as expected'],
  claims.map(({ linkFault, page, told, count, asExpected }) => [linkFault, page, told, count, asExpected]),
)}
<p>${heartbeats.sent} heartbeats until the claims were judged, ${heartbeats.lost} lost; the server used ${server.cpuSeconds?.toFixed(1) ?? '–'} s of CPU and at most ${megabytes}.</p>
</body>
</html>
`;
}
