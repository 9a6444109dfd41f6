import { createSessionLookup } from '../access/find-caller.ts';
import { createRefusalNotes } from '../audit/refused-attempts.ts';
import { createRequestLimits } from '../http/rate-limits.ts';
import { sendRefusal } from '../http/problem.ts';
import { createRouter } from '../http/router.ts';
import { createHttpServer, type HttpServer } from '../http/create-http-server.ts';
import { classOf, createShedding, type Shedding } from '../http/load-shedding.ts';
import type { AppDeps, Phase } from './deps.ts';
import { observeAnswers } from './record-metrics.ts';

/** Sheds load before anything is read or asked (docs/decisions/0009). */
function shedLoad(http: HttpServer, { random, load, metrics }: AppDeps): Shedding {
  const shedding = createShedding({
    random,
    signals: () => ({
      eventLoopDelayMs: load?.eventLoopDelayMs() ?? 0,
      databaseWaiting: load?.databaseWaiting() ?? 0,
    }),
    observe: { shed: (requestClass) => metrics.shedRequests.inc({ class: requestClass }) },
  });
  http.addHook('onRequest', async (request, reply) => {
    const admitted = shedding.admit(classOf(request));
    if ('refusal' in admitted) return sendRefusal(reply, admitted.refusal);
    // Also where the client has gone before its answer.
    reply.raw.once('close', admitted.done);
  });
  return shedding;
}

/** The HTTP server without routes: what every request passes, who is signed in, and the router that features add their routes to. */
export function openServer(deps: AppDeps, phase: Phase) {
  const { config, db, clock, random, log, metrics, publicUrl } = deps;
  const limits = createRequestLimits(clock, config.limits);
  const http = createHttpServer({
    countUnrouted: limits.ofAddress,
    log,
    random,
    trustProxy: config.http.trustProxy ?? false,
    // A browser that was told so would never again take plain http from this address of a hall, whoever has it tomorrow.
    isHttps: config.http.local === null && (config.http.publicUrl?.startsWith('https:') ?? false),
    tls: deps.tls,
    answered: observeAnswers(metrics),
  });
  http.addHook('onRequest', async (request, reply) => {
    if (phase.is === 'serving' || !request.url.startsWith('/api/')) return;
    const detail = `This node is ${phase.is === 'starting' ? 'starting' : 'going down'}. Ask again.`;
    return sendRefusal(reply, { code: 'unavailable', detail, retryAfterMs: 1_000 });
  });
  const shedding = shedLoad(http, deps);
  http.addHook('onSend', async (_request, reply) => {
    // A client that kept its connection would keep the node: the drain ends when the last one is closed.
    if (phase.is === 'draining') reply.header('connection', 'close');
  });
  const sessions = createSessionLookup({ db, clock, secret: deps.authSecret, publicUrl });
  const router = createRouter({
    http: http as never,
    authenticate: (request) => sessions.findCaller(request.headers),
    limits,
    noteRefusal: createRefusalNotes({ db, clock }),
  });
  return { http, limits, shedding, sessions, router };
}
export type AppServer = ReturnType<typeof openServer>;
