import { asRead, PATTERN_RULES } from '@sign-display/contracts/allowed-characters';
import { smtpAddress } from '../urls/parse-mail-address.ts';

/** The parts of a schema that a text may be found by. */
interface Schema {
  pattern?: string;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

type Read = (value: unknown) => unknown;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readText =
  (read: (text: string) => string): Read =>
  (value) =>
    typeof value === 'string' ? read(value) : value;

/** Null where the schema has neither names nor mail addresses. */
function readerOf({ pattern, format, properties = {}, items, anyOf = [] }: Schema): Read | null {
  if (pattern !== undefined && Object.hasOwn(PATTERN_RULES, pattern)) return readText(asRead);
  if (format === 'email') return readText(smtpAddress);
  const branches = anyOf.flatMap((branch) => readerOf(branch) ?? []);
  const item = items ? readerOf(items) : null;
  const named = Object.entries(properties).flatMap(([name, property]) => {
    const read = readerOf(property);
    return read ? [[name, read] as const] : [];
  });
  if (branches.length === 0 && item === null && named.length === 0) return null;
  return (value) => {
    const read = branches.reduce((part, branch) => branch(part), value);
    if (Array.isArray(read)) return item === null ? read : read.map(item);
    if (!isRecord(read)) return read;
    const given = named.filter(([name]) => Object.hasOwn(read, name));
    return given.length === 0
      ? read
      : { ...read, ...Object.fromEntries(given.map(([name, of]) => [name, of(read[name])])) };
  };
}

/**
 * Brings the names and lines in what a client sends into the one form in which people read them (`asRead`), and mail addresses into that of SMTP
 * (`smtpAddress`), before anything checks, compares or stores them. All else stays as it is. Pure.
 */
export const createNameReader = (schema: unknown): Read => readerOf(schema as Schema) ?? ((value) => value);
