import { createHash, type X509Certificate } from 'node:crypto';
import { AUTHORITY_WORDS, type AuthorityLanguage } from './authority-words.ts';

/** What the plain-http port shows and gives: a page with the steps, the certificate, and Apple's form of it. Pure. */

const STYLE = `:root{color-scheme:light dark}
body{margin:0 auto;padding:24px 20px 48px;max-width:35rem;background:#f4f5f2;color:#14181a;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.625rem;line-height:1.15;margin:0 0 12px}h2{font-size:1.125rem;margin:28px 0 6px}
ol{margin:0;padding-left:22px}small,.q{color:#626a6b;font-size:.875rem}code{font:.8125rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
.b{display:block;margin:12px 0;padding:14px;border-radius:5px;background:#14181a;color:#fff;text-align:center;text-decoration:none;font-weight:600}
.b.s{background:none;color:inherit;border:1px solid #80877f}
@media(prefers-color-scheme:dark){body{background:#0d1011;color:#eef1ef}small,.q{color:#8f9997}.b{background:#eef1ef;color:#0d1011}.b.s{border-color:#6b7676}}`;

/** The page may show itself and its one style, and nothing else. */
export const AUTHORITY_POLICY = `default-src 'none';style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;

export const AUTHORITY_PATHS = {
  page: '/',
  certificate: '/authority.crt',
  next: '/authority-next.crt',
  apple: '/authority.mobileconfig',
} as const;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** German where a browser asks for it before English; else English. */
export function languageOf(acceptLanguage: string | undefined): AuthorityLanguage {
  const asked = (acceptLanguage ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return asked.find((each) => each === 'de' || each === 'en') === 'de' ? 'de' : 'en';
}

/** What is handed out: the one that signs, and the one that signs after it, once that is there. */
interface HandedOut {
  certificate: X509Certificate;
  next: X509Certificate | null;
}

/** The name that phones list it by. */
const nameOfAuthority = ({ subject }: X509Certificate): string => subject.replace(/^CN=/, '');

const link = (path: string, label: string): string => `<a class="b" href="${path}">${label}</a>`;
const fingerprintOf = (label: string, { fingerprint256 }: X509Certificate): string =>
  `${label}<br><code>${fingerprint256}</code><br>`;

/** `appUrl`: where the page leads to at its end. */
export function authorityPage(language: AuthorityLanguage, { certificate, next }: HandedOut, appUrl: string): string {
  const words = AUTHORITY_WORDS[language];
  const name = nameOfAuthority(certificate);
  const lastDay = certificate.validToDate.toISOString().slice(0, 10);
  // Apple's profile has both in it.
  const others = next === null ? '' : link(AUTHORITY_PATHS.next, words.getNext);
  const devices = words.devices.map(({ name: device, is, steps, remove }) => {
    const links =
      is === 'apple'
        ? link(AUTHORITY_PATHS.apple, words.getApple)
        : link(AUTHORITY_PATHS.certificate, words.get) + others;
    return `<section><h2>${escape(device)}</h2>${links}<ol>${steps.map((step) => `<li>${escape(step)}</li>`).join('')}</ol>
<p class="q">${escape(words.remove)}${escape(remove.replace('{name}', name))}</p></section>`;
  });
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words.title}</title><style>${STYLE}</style></head>
<body><main><h1>${words.title}</h1><p>${escape(words.lead)}</p>
${next === null ? '' : `<p><b>${escape(words.ends.replace('{day}', lastDay))}</b></p>`}
<p class="q">${fingerprintOf(words.fingerprint, certificate)}${next === null ? '' : fingerprintOf(words.fingerprintOfNext, next)}${escape(words.compare)}</p>
${devices.join('\n')}
<a class="b s" href="${escape(appUrl)}">${words.go}</a>
<p><small>${escape(words.reach)}</small></p></main></body></html>
`;
}

/**
 * A profile that installs the certificates as roots (Apple: `com.apple.security.root`). The same certificate has the same identifiers, so that a second installation replaces the
 * first, also the one that has the next certificate in it.
 */
export function appleProfile({ certificate, next }: HandedOut): string {
  const uuid = (of: string, { raw }: X509Certificate): string => {
    const hex = createHash('sha256').update(of).update(raw).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`.toUpperCase();
  };
  const common = (of: string, type: string, named: X509Certificate): string =>
    `<key>PayloadDisplayName</key><string>${escape(nameOfAuthority(named))}</string><key>PayloadIdentifier</key><string>sign-display.${uuid(of, named)}</string><key>PayloadUUID</key><string>${uuid(of, named)}</string><key>PayloadType</key><string>${type}</string><key>PayloadVersion</key><integer>1</integer>`;
  const roots = [certificate, ...(next === null ? [] : [next])].map(
    (root) => `<dict>${common('root', 'com.apple.security.root', root)}
<key>PayloadContent</key><data>${root.raw.toString('base64')}</data></dict>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>${common('profile', 'Configuration', certificate)}
<key>PayloadContent</key><array>${roots.join('')}</array></dict></plist>
`;
}
