import { networkInterfaces, hostname } from 'node:os';
import type { Server } from 'node:https';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import type { Logger } from 'pino';
import { issueLeaf, makeAuthority } from '../../adapters/issue-certificates.ts';
import type { Config } from '../../config/config.ts';
import { httpUrl } from '../../urls/build-server-url.ts';
import { listenError } from '../listen-error.ts';
import { leadToHttps, startAuthorityServer } from './authority-server.ts';
import { openLocalHttps } from './renew-local-certificate.ts';
import { answerPlainHttpToo } from './http-on-https-port.ts';
import { printPhoneUrl } from './print-phone-url.ts';

/** `npm start -- --https` as the service's process has it: loaded only then, because what makes certificates takes a tenth of a second to load. */

interface Deps {
  http: Config['http'];
  dataDirectory: string;
  clock: Clock;
  random: Random;
  log: Logger;
}

export async function prepareLocalHttps({ http, ...deps }: Deps) {
  const machine = { interfaces: networkInterfaces, hostname };
  const local = await openLocalHttps({ ...deps, http, machine, certificates: { makeAuthority, issueLeaf } });
  const urlOf = (host: string, port: number): string => httpUrl(host, port, 'https');
  return {
    tls: local.tls,
    endsAtMs: local.endsAtMs,
    /** Where phones reach it. */
    url: (port: number): string => urlOf(local.likeliest(), port),
    /** Hands out the authority by plain http, and keeps the certificate right. `port`: that of https. */
    async serve(server: Server, port: number) {
      const listen = { host: http.host, port: http.local!.helpPort };
      const secure = (host: string | null, path: string): string => {
        if (host !== null && local.hosts().includes(host)) return urlOf(host, port) + path;
        return (http.publicUrl?.replace(/\/$/, '') ?? urlOf(local.likeliest(), port)) + path;
      };
      const help = await startAuthorityServer({ authority: local.authority, listen, secure }).catch(
        (error: unknown) => {
          throw listenError(error, 'HTTP_PORT', `${listen.host}:${listen.port}`);
        },
      );
      answerPlainHttpToo(server, leadToHttps(secure), { clock: deps.clock });
      const watch = local.watch(server);
      const helpUrl = (): string => httpUrl(local.likeliest(), help.port);
      return {
        facts() {
          const { path, certificate } = local.authority();
          return { helpUrl: helpUrl(), authority: path, fingerprint: certificate.fingerprint256, hosts: local.hosts() };
        },
        tell(): void {
          const authority = local.authority();
          const url = (http.publicUrl ?? urlOf(local.likeliest(), port)).replace(/\/$/, '');
          const others = local.hosts().map((host) => urlOf(host, port));
          printPhoneUrl({
            helpUrl: helpUrl(),
            others: others.filter((each) => each !== url),
            fingerprint: authority.certificate.fingerprint256,
            path: authority.path,
            url,
            isNew: authority.isNew,
            successor: authority.successor && {
              fromDay: authority.certificate.validToDate.toISOString().slice(0, 10),
              fingerprint: authority.successor.certificate.fingerprint256,
            },
          });
        },
        async close(): Promise<void> {
          watch.stop();
          await help.close();
        },
      };
    },
  };
}
