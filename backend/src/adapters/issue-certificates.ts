import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  Name as AsnName,
  NameConstraints,
  id_ce_nameConstraints,
} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Makes keys and certificates (RFC 5280), P-256 throughout: Node makes keys, but no certificates (docs/decisions/0032). */

// The shapes of process/https/certificate-types.ts, which stands above.
interface KeyAndCertificate {
  key: string;
  cert: string;
}
interface Validity {
  fromMs: number;
  untilMs: number;
}
interface Bounds {
  names: readonly string[];
  networks: readonly string[];
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const { subtle } = webcrypto;
type Keys = webcrypto.CryptoKeyPair;

const makeKeys = (): Promise<Keys> => subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function toPem(keys: Keys, certificate: X509Certificate): Promise<KeyAndCertificate> {
  const key = await subtle.exportKey('pkcs8', keys.privateKey);
  return { key: `${PemConverter.encode(key, 'PRIVATE KEY')}\n`, cert: `${certificate.toString('pem')}\n` };
}

const dates = ({ fromMs, untilMs }: Validity) => ({ notBefore: new Date(fromMs), notAfter: new Date(untilMs) });

const SUBJECT = [{ CN: ['Sign Display Service'] }];
/** This host never exists (RFC 6761, 6.4), so a form of name that is permitted only here is permitted nowhere. */
const NOWHERE = 'nowhere.invalid';

/**
 * Name constraints: server names and addresses within `bounds`, the subject of our own certificates, no mail address and
 * no URL. RFC 5280, 4.2.1.10 doesn't limit a form without a constraint; `serverAuth` makes the rare ones useless.
 */
function within({ names, networks }: Bounds): Extension {
  const subtrees = [
    ...names.map((dNSName) => new GeneralName({ dNSName })),
    ...networks.map((iPAddress) => new GeneralName({ iPAddress })),
    new GeneralName({ directoryName: AsnConvert.parse(new Name(SUBJECT).toArrayBuffer(), AsnName) }),
    new GeneralName({ rfc822Name: NOWHERE }),
    new GeneralName({ uniformResourceIdentifier: NOWHERE }),
  ].map((base) => new GeneralSubtree({ base }));
  const permitted = new NameConstraints({ permittedSubtrees: new GeneralSubtrees(subtrees) });
  return new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(permitted));
}

/** A root of its own. It vouches for servers within `bounds`, and for nothing else: no person, no mail address, no program. */
export async function makeAuthority(name: string, bounds: Bounds, validity: Validity): Promise<KeyAndCertificate> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: [name] }],
      ...dates(validity),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        within(bounds),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return toPem(keys, certificate);
}

/** A server's certificate for `hosts` (names and addresses), with a key of its own. */
export async function issueLeaf(
  authority: KeyAndCertificate,
  hosts: readonly string[],
  validity: Validity,
): Promise<KeyAndCertificate> {
  const issuer = new X509Certificate(authority.cert);
  const [der] = PemConverter.decode(authority.key);
  const signingKey = await subtle.importKey('pkcs8', der!, ALGORITHM, false, ['sign']);
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      subject: SUBJECT,
      issuer: issuer.subject,
      ...dates(validity),
      signingAlgorithm: ALGORITHM,
      publicKey: keys.publicKey,
      signingKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(
          hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
        ),
        await AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, webcrypto),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return toPem(keys, certificate);
}
