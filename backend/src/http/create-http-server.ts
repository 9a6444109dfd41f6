import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Random } from '@sign-display/contracts/clock-and-random';
import { BEARER_HEADER, SESSION_HEADER } from '@sign-display/contracts/rest/session';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { answerBrokenRequest } from './broken-requests.ts';
import { addErrorHandlers, answerUnrouted, type CountUnrouted } from './error-handlers.ts';
import { isBrowserNavigation, readableUrl } from './browser-navigation.ts';
import { addRequestLog, type AnsweredRequest } from './request-log.ts';
import { shapeProblem } from './json-complexity-limits.ts';
import { makeValidatorCompiler } from './validation.ts';

interface HttpServerOptions {
  log: FastifyBaseLogger;
  random: Random;
  /** The largest body that is read; more is `payload_too_large`. Default: `LIMITS.bodyBytesMost`. */
  bodyLimitBytes?: number;
  /** Which proxies may say whose request they pass on (Fastify's `trustProxy`). Default: none. */
  trustProxy?: string | false;
  /** Whether browsers reach the service by https: then they are told to never come by http again. Default: no. */
  isHttps?: boolean;
  /** How long a whole request may take to arrive, in ms; then the connection is ended. Default: 60 s. */
  requestMs?: number;
  /** Key and certificate (PEM) to serve https by itself. Default: plain http. */
  tls?: { key: string; cert: string } | undefined;
  /** Counts requests that lead to no route. Default: they are not counted. */
  countUnrouted?: CountUnrouted;
  /** Told of every answer, for the metrics: the route's pattern (null: there is no such route), the status, and how long it took. */
  answered?: (request: AnsweredRequest) => void;
}

/** The longest parameter that a path of ours takes is an invitation's token of 200 characters, each of which may be escaped as three. */
const PARAMETER_LENGTH = 600;
/** A request of a megabyte is here within seconds on any network; one that trickles for longer holds a connection for nothing. */
const REQUEST_MS = 60_000;

/**
 * Node looks for late requests at an interval, so each is ended up to one interval after its time. Both times are set,
 * because Node takes the longer one of its own 60 s for headers and a shorter `requestTimeout`.
 */
function timeLimits(requestMs: number) {
  const connectionsCheckingInterval = requestMs / 12;
  const requestTimeout = requestMs - connectionsCheckingInterval;
  return { connectionsCheckingInterval, requestTimeout, headersTimeout: requestTimeout };
}

/** Whether a request asks for the one kind of upgrade that is served, where it is served. */
const isWebSocket = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/socket.io') && /(^|[\s,])websocket($|[\s,/])/i.test(headers.upgrade ?? '');

/** No client of ours comes near either; Node reads 16 KiB of headers, address included, and would read 2,000 of them. */
const HEADERS_BYTES = 16 * 1024;
const HEADERS_MOST = 100;
const HSTS_SECONDS = 365 * 24 * 60 * 60;

/** The headers that tell browsers what a page of ours may do: their values are made once, not for every answer. */
const makeHelmet = (isHttps: boolean) =>
  helmet({
    // Over http browsers pass it over, and a name that is later used for something else would be stuck with it.
    strictTransportSecurity: isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: false },
    contentSecurityPolicy: {
      directives: {
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Helmet's own would let fonts and styles come from any https host.
        fontSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // It would turn every address on the page to https, where a fresh installation in a local network speaks only http.
        upgradeInsecureRequests: null,
      },
    },
  });

/** As Fastify's own errors of bodies are; error-handlers.ts has the words. */
const OUTSIZED = {
  too_deep: { statusCode: 400, code: 'BODY_TOO_DEEP' },
  too_many_parts: { statusCode: 400, code: 'BODY_TOO_MANY_PARTS' },
  too_many_fields: { statusCode: 400, code: 'BODY_TOO_WIDE' },
};

/** RFC 8259, 8.1: JSON is UTF-8. Decoded leniently, a wrong byte would be stored as U+FFFD. */
const NOT_UTF8 = { statusCode: 400, code: 'BODY_NOT_UTF8' };

/** Bodies are JSON and nothing else (`unsupported_media_type`). No body at all is undefined, whatever its announced type. */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) done(null, undefined);
    else if (!isUtf8(bytes)) done(Object.assign(new Error('not UTF-8'), NOT_UTF8), undefined);
    else {
      const body = bytes.toString();
      const problem = shapeProblem(body);
      if (problem === null) parse(request, body, done);
      else done(Object.assign(new Error(problem), OUTSIZED[problem]), undefined);
    }
  });
}

/**
 * Makes the server that every route of a node hangs on: bodies checked by schema, every error a problem+json (contract, section 2),
 * each request with an id of our own making (a client's is not taken: it could pose as another's in the log).
 */
export function createHttpServer(options: HttpServerOptions) {
  const { log, random, bodyLimitBytes = LIMITS.bodyBytesMost, trustProxy = false, isHttps = false, answered } = options;
  const count = options.countUnrouted ?? (() => null);
  // Any other upgrade (Java's clients offer h2c) is ignored, and the request completed as it is (RFC 9110, 7.8).
  const limits = timeLimits(options.requestMs ?? REQUEST_MS);
  const ofNode = { maxHeaderSize: HEADERS_BYTES, shouldUpgradeCallback: isWebSocket, ...limits };
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'httpRequestId' }),
    requestIdHeader: false,
    genReqId: () => makeUuidV4(random),
    bodyLimit: bodyLimitBytes,
    requestTimeout: limits.requestTimeout,
    trustProxy,
    http: ofNode,
    // An `object`: by its type the whole server would be another one, and it is used as the same.
    ...(options.tls && ({ https: { ...ofNode, ...options.tls } } as object)),
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    // What was accepted is answered, and /health says what is going on, until the listening socket is closed.
    return503OnClosing: false,
    // The type says that the handler's request is an unknown route's; it is an ordinary one.
    frameworkErrors(error, request, reply) {
      if (error.code === 'FST_ERR_BAD_URL' && isBrowserNavigation(request))
        void reply.redirect(readableUrl(request.url));
      else void answerUnrouted(request as never, reply as never, { count, error });
    },
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(makeValidatorCompiler());
  readJsonOnly(app as unknown as FastifyInstance);
  addErrorHandlers(app as unknown as FastifyInstance, count);
  addRequestLog(app as unknown as FastifyInstance, answered);
  app.server.maxHeadersCount = HEADERS_MOST;
  const setSecurityHeaders = makeHelmet(isHttps);
  app.addHook('onRequest', (request, reply, next) =>
    setSecurityHeaders(request.raw, reply.raw, (error) => next(error as Error | undefined)),
  );
  app.addHook('onSend', async (request, reply) => {
    // What the API answers is somebody's, and of this moment: no browser and no proxy keeps it.
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // A page has the cookie, which no script can read (details 8).
    if (request.headers[SESSION_HEADER] === 'cookie') reply.removeHeader(BEARER_HEADER);
  });
  return app;
}

/** The HTTP server of a node; routes are typed by the schemas they are given. */
export type HttpServer = ReturnType<typeof createHttpServer>;
