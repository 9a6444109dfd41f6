import { request } from 'undici';

/** There is no service to connect to, in words that say what to do. */
export class ServiceError extends Error {
  override name = 'ServiceError';
}

const ANSWERS_WITHIN_MS = 5_000;
const DISTRUST = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_)/;
const ADVICE = 'Start the service with npm start, which prints its address, and pass that address with --server.';

/** Resolves where the sign service answers at `server` (an origin); else throws a `ServiceError`. */
export async function checkService(server: string): Promise<void> {
  const reply = await request(`${server}/health/live`, {
    headersTimeout: ANSWERS_WITHIN_MS,
    bodyTimeout: ANSWERS_WITHIN_MS,
  }).catch((error: Error & { code?: string }) => {
    if (DISTRUST.test(error.code ?? ''))
      throw new ServiceError(
        `The certificate of ${server} is not trusted (${error.code}). Pass the service’s authority with --ca. With --https, it is https/authority.crt in the DATA_DIR of the service.`,
      );
    const why = /TIMEOUT/.test(error.code ?? '')
      ? `no answer in ${ANSWERS_WITHIN_MS / 1_000} s`
      : error.code || error.message;
    throw new ServiceError(`No service answers at ${server} (${why}). ${ADVICE}`);
  });
  const body = (await reply.body.json().catch(() => null)) as { status?: unknown } | null;
  if (body?.status !== 'live')
    throw new ServiceError(`The server at ${server} is not the sign service (HTTP ${reply.statusCode}). ${ADVICE}`);
}
