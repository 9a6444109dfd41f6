import type { Outage } from '@sign-display/contracts/rest/outages';
import type { MeResponse } from '@sign-display/contracts/rest/session';

/**
 * The outages without the e-mails that nobody received. While mail is not set up, each mail is only a file in the outbox;
 * an older service reported such files as delivered. An ended outage stays as it was reported: nobody knows how mail was
 * set up then. Pure.
 */
export const omitUnsentMails = (outages: readonly Outage[], { mail }: Pick<MeResponse, 'mail'>): readonly Outage[] =>
  mail.configured
    ? outages
    : outages.map((outage) =>
        outage.until === null && outage.told.some(({ channel }) => channel === 'email')
          ? { ...outage, told: outage.told.filter(({ channel }) => channel !== 'email') }
          : outage,
      );
