import type { FastifyInstance } from 'fastify';
import { fingerprintOf, hasFingerprint, readHead, type PageAnswer } from './page-request.ts';

/** No client has this address, so checks can't use up the request limit of clients on this machine. */
const NO_CLIENT = '0.0.0.0';

/**
 * Requests a page from this server inside the process, without a session. Behind a proxy or a router, a service often
 * can't reach its own public name; with a local authority it doesn't trust its own certificate.
 */
export const createOwnPages =
  (http: () => Pick<FastifyInstance, 'inject'>) =>
  async (path: string): Promise<PageAnswer> => {
    const { statusCode, headers, rawPayload } = await http().inject({
      method: 'GET',
      url: path,
      remoteAddress: NO_CLIENT,
    });
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((one) =>
        one === undefined ? [] : [[name, String(one)] as const],
      ),
    );
    const head = readHead({ status: statusCode, version: '1.1', headers: lines }, rawPayload);
    return { ...head, fingerprint: hasFingerprint(head) ? fingerprintOf(rawPayload) : null };
  };
