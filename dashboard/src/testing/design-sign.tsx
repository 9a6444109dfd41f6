import type { Strips } from '@sign-display/contracts/rest/event-figures';
import type { Schedule } from '@sign-display/contracts/rest/schedules';
import type { HistoryItem, Sign } from '@sign-display/contracts/rest/signs';
import type { ContentFetch, MetricRow } from '@sign-display/contracts/rest/telemetry';
import { SIGN as PARTLY } from './sign-gallery.tsx';

/** The sign of the drawing, and what the service would answer about it. */

export { COMMANDS, NOW_DRAWN } from './sign-gallery.tsx';

const at = (time: string): string => new Date(Date.parse(`2026-11-14T${time}+01:00`)).toISOString();
const URL_DRAWN = 'https://menu.lichterfest.example/bar';

export const SIGN = {
  ...PARTLY,
  name: 'Bar 3 links',
  location: 'Bars, Halle 5 Nordseite',
  status: 'content_unreachable',
  version: 14,
  createdAt: at('09:00:00'),
  screenshotAt: at('19:41:58'),
  url: URL_DRAWN,
  shown: { url: URL_DRAWN, source: 'manual', until: at('20:15:00') },
  device: {
    ...PARTLY.device!,
    deviceSignId: PARTLY.id,
    shortCode: '5BAB4H',
    appVersion: '2.4.1',
    platform: 'linux x64',
  },
} as Sign;

/** What a curve of the drawing shows, a value each half minute. The suite answers for `/drawn.html`; without it there is none. */
function drawnCurve(drawing: string, nth: number, most: number): { share: number; value: number }[] {
  const paths = [...drawing.matchAll(/<path d="([^"]+)" fill="none" stroke="var\(--plot-1\)"/g)];
  return [...(paths[nth]?.[1] ?? '').matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({
    share: Number(x) / 460,
    value: ((62 - Number(y)) / 62) * most,
  }));
}

const HOUR_MS = 3_600_000;

export function signAnswers(nowMs: number): Record<string, () => unknown> {
  const timeOf = (share: number): string => new Date(nowMs - HOUR_MS + share * HOUR_MS).toISOString();
  const drawing = fetch('/drawn.html').then((answer) => answer.text());
  const metrics = async (): Promise<MetricRow[]> => {
    const drawn = await drawing;
    const [memory, heat] = [drawnCurve(drawn, 1, 3.8e9), drawnCurve(drawn, 2, 90)];
    return drawnCurve(drawn, 0, 1).map(
      ({ share, value }, nth) =>
        ({
          at: timeOf(share),
          intervalMs: 30_252,
          cpuLoad: value,
          memUsedBytes: memory[nth]!.value,
          memTotalBytes: 3.8e9,
          temperatureCelsius: heat[nth]!.value,
        }) as MetricRow,
    );
  };
  const fetches = async (): Promise<ContentFetch[]> =>
    drawnCurve(await drawing, 3, 2_000).map(
      ({ share, value }) => ({ at: timeOf(share), url: URL_DRAWN, durationMs: value, error: null }) as ContentFetch,
    );
  const counts = Array.from({ length: 60 }, (_, minute) => (minute === 22 ? 8.5 : minute === 41 ? 9.5 : 12));
  const strips: Strips = {
    from: at('18:42:00'),
    minutes: 60,
    expectedPerMinute: 12,
    counts: { [SIGN.id]: counts },
    away: [{ from: at('19:06:00'), to: at('19:07:30') }],
  };
  return {
    'GET /api/signs/:id/screenshot': () => fetch('/drawn-shot.png'),
    'GET /api/signs/:id/metrics': async () => ({ items: (await metrics()).toReversed(), nextCursor: null }),
    'GET /api/signs/:id/content-fetches': async () => ({ items: (await fetches()).toReversed(), nextCursor: null }),
    'GET /api/events/:id/strips': () => strips,
  };
}

const item = (nth: number, kind: string, time: string, more: Partial<HistoryItem>): HistoryItem =>
  ({
    id: `item ${nth}`,
    kind,
    at: at(time),
    outcome: null,
    actor: null,
    detail: null,
    reason: null,
    url: null,
    durationMs: null,
    requestId: null,
    ...more,
  }) as HistoryItem;
const by = (name: string) => ({ id: name, name });
export const HISTORY: HistoryItem[] = [
  item(5, 'content_unreachable', '19:33:31', { detail: 'HTTP 503' }),
  item(4, 'command', '19:24:06', {
    outcome: 'acked',
    actor: by('Maren Oyelaran'),
    detail: 'display_content',
    url: URL_DRAWN,
  }),
  item(3, 'claim', '19:02:12', {
    outcome: 'committed',
    actor: by('Tim Brandt'),
    durationMs: 4_100,
    requestId: '0d9e0000-0000-4000-8000-0000000041c7',
  }),
  item(2, 'claim', '19:01:40', { outcome: 'device_load_failed', reason: 'url_unreachable', detail: 'DNS' }),
];

const planned = (id: string, url: string, from: string, to: string, priority: number): Schedule => ({
  id,
  url: `https://walls.lichterfest.example/${url}`,
  startsAt: from,
  endsAt: to,
  recurrence: null,
  timeZone: 'Europe/Berlin',
  priority,
  enabled: true,
});
const tomorrow = (time: string): string => new Date(Date.parse(`2026-11-15T${time}+01:00`)).toISOString();
export const SCHEDULES = {
  ofSign: [planned('1', 'bar-abend', at('20:00:00'), tomorrow('02:00:00'), 5)],
  ofEvent: [
    planned('2', 'einlass-offen', at('18:00:00'), at('20:00:00'), 1),
    planned('3', 'gute-nacht', tomorrow('02:00:00'), tomorrow('04:00:00'), 1),
  ],
};
