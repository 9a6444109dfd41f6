import { SIGN_PAGES } from '@sign-display/contracts/page-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namesEtag } from '../if-none-match.ts';
import { SAMPLE_ETAG, SAMPLE_PAGE, SAMPLE_POLICY } from './sample-page.ts';

/** Serves the sample page without sign-in, even if the dashboard's build failed. */
export function addSampleRoute(http: FastifyInstance): void {
  async function sendSample(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Helmet sets its headers on the raw response, so replace them there.
    reply.raw.removeHeader('x-frame-options');
    reply
      .header('content-security-policy', SAMPLE_POLICY)
      .header('cache-control', 'no-cache')
      .header('etag', SAMPLE_ETAG);
    if (namesEtag(request.headers['if-none-match'], SAMPLE_ETAG)) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(SAMPLE_PAGE);
  }

  for (const path of [SIGN_PAGES.sample, `${SIGN_PAGES.sample}/`]) http.get(path, sendSample);
}
