/**
 * What the scripts need of `contracts/` as values. k6 finds files by their paths and knows no packages, so this one file imports by path; types come from the
 * package by its name everywhere, because nothing is left of them in what runs.
 */
export { makeSecret, makeUuidV4, toHex } from '../../contracts/src/identifier-generation.ts';
export { KIOSK_PROTOCOL, LIMITS } from '../../contracts/src/limits.ts';
export { sha256 } from '../../contracts/src/sha256.ts';
export { deriveShortCode } from '../../contracts/src/short-code.ts';
