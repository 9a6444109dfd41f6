import { createSign, generateKeyPairSync } from 'node:crypto';

/** A certificate that nobody vouches for, made at each call: DER by hand (RFC 5280, section 4.1), because Node makes keys but no certificates. */
export function makeSelfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    NAME,
    der(SEQUENCE, der(UTC_TIME, Buffer.from('200101000000Z')), der(UTC_TIME, Buffer.from('491231235959Z'))),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('SHA256').update(body).sign(privateKey);
  const whole = der(SEQUENCE, body, ECDSA_WITH_SHA256, der(BIT_STRING, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;

function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OBJECT_ID, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(OBJECT_ID, Buffer.from('550403', 'hex'));
const NAME = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from('nobody')))));
