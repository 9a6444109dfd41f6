/**
 * Computes SHA-256 (FIPS 180-4) synchronously. This is the only hash that the contract needs everywhere: browsers lack
 * Node's `crypto`, and on plain http, where a kiosk's setup screen may run, they lack `crypto.subtle` too.
 */

const firstBitsOfRoot = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

const PRIMES = primes(64);
const ROUND_CONSTANTS = Uint32Array.from(PRIMES, (prime) => firstBitsOfRoot(Math.cbrt(prime)));
const INITIAL_STATE = Uint32Array.from(PRIMES.slice(0, 8), (prime) => firstBitsOfRoot(Math.sqrt(prime)));

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

function pad(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  return view;
}

/** Each hash is done before the next begins, so one schedule serves all. */
const w = new Uint32Array(64);

/** Written out without arrays of its eight words: each sign that connects is hashed, and an array a round made it three times as slow. */
function compress(state: Uint32Array, view: DataView, offset: number): void {
  for (let t = 0; t < 16; t += 1) w[t] = view.getUint32(offset + t * 4);
  for (let t = 16; t < 64; t += 1) {
    const s0 = rotate(w[t - 15]!, 7) ^ rotate(w[t - 15]!, 18) ^ (w[t - 15]! >>> 3);
    const s1 = rotate(w[t - 2]!, 17) ^ rotate(w[t - 2]!, 19) ^ (w[t - 2]! >>> 10);
    w[t] = w[t - 16]! + s0 + w[t - 7]! + s1;
  }
  let [a, b, c, d] = [state[0]! | 0, state[1]! | 0, state[2]! | 0, state[3]! | 0];
  let [e, f, g, h] = [state[4]! | 0, state[5]! | 0, state[6]! | 0, state[7]! | 0];
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[t]! + w[t]!) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** Appends the bytes of a code point in UTF-8 (RFC 3629, section 3). */
function appendUtf8(bytes: number[], codePoint: number): void {
  const continuation = (shift: number): number => 0x80 | ((codePoint >> shift) & 0x3f);
  if (codePoint < 0x80) bytes.push(codePoint);
  else if (codePoint < 0x800) bytes.push(0xc0 | (codePoint >> 6), continuation(0));
  else if (codePoint < 0x10000) bytes.push(0xe0 | (codePoint >> 12), continuation(6), continuation(0));
  else bytes.push(0xf0 | (codePoint >> 18), continuation(12), continuation(6), continuation(0));
}

const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff;

/** Encodes text in UTF-8. Browsers and Node have a `TextEncoder`, but k6 has none. */
function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    appendUtf8(bytes, isSurrogate(codePoint) ? 0xfffd : codePoint);
  }
  return Uint8Array.from(bytes);
}

/** Returns the 32 bytes of SHA-256 over `text` in UTF-8, with U+FFFD for each half of a surrogate pair. */
export function sha256(text: string): Uint8Array {
  const message = utf8(text);
  const state = INITIAL_STATE.slice();
  const view = pad(message);
  for (let offset = 0; offset < view.byteLength; offset += 64) compress(state, view, offset);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(index * 4, word));
  return new Uint8Array(digest.buffer);
}
