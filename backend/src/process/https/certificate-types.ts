/** What a local authority is made of; adapters/issue-certificates.ts makes it. */

/** Both as PEM. */
export interface KeyAndCertificate {
  key: string;
  cert: string;
}

/** From when to when a certificate holds, in ms since 1970. */
interface Validity {
  fromMs: number;
  untilMs: number;
}

/** What an authority may vouch for: names with all below them, and networks (`10.0.0.0/8`). */
export interface Bounds {
  names: readonly string[];
  networks: readonly string[];
}

export interface Certificates {
  /** A root of its own, which vouches for nothing outside of `bounds`. */
  makeAuthority(name: string, bounds: Bounds, validity: Validity): Promise<KeyAndCertificate>;
  /** A server's certificate for `hosts` (names and addresses), with a key of its own. */
  issueLeaf(authority: KeyAndCertificate, hosts: readonly string[], validity: Validity): Promise<KeyAndCertificate>;
}
