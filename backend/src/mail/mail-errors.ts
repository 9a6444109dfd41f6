/** What nodemailer rejects with, as far as anybody looks at it. */
export interface MailError {
  code?: string;
  /** Of SMTP (RFC 5321, 4.2.1): 4xx is for now, 5xx for good. */
  responseCode?: number;
  command?: string;
  message?: string;
}

/** The mail server's own words, for whoever mends its settings; they may be long. */
export const REASON_LENGTH = 300;

/**
 * Whether this server would refuse the same mail again. Its code says so where there is one: nodemailer calls also a 451 EENVELOPE, where it is
 * of the only recipient. A login that fails is our settings' fault, and no mail's.
 */
export const isRefusedForGood = ({ responseCode, code }: MailError): boolean =>
  responseCode === undefined ? code === 'EENVELOPE' : responseCode >= 500 && code !== 'EAUTH';
