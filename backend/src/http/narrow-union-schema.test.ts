import { describe, expect, it } from 'vitest';
import type { FastifySchemaValidationError } from 'fastify';
import { BulkRequest } from '@sign-display/contracts/rest/bulk';
import { CommandRequest } from '@sign-display/contracts/rest/commands';
import { StripsQuery } from '@sign-display/contracts/rest/event-figures';
import { Uuid, nullable, text } from '@sign-display/contracts/common-schemas';
import { Type, type TSchema } from 'typebox';
import { fieldErrors, makeValidatorCompiler } from './validation.ts';

const compile = makeValidatorCompiler();
const errorsOf = (schema: TSchema, value: unknown, httpPart = 'body') => {
  const { error } = compile({ schema, httpPart, method: 'POST', url: '/' })(value) as {
    error?: FastifySchemaValidationError[];
  };
  return error && fieldErrors(error);
};

describe('a body that must be one of several', () => {
  it.each([
    [{}, '/command', 'is required'],
    [{ command: 'explode' }, '/command', /^must be one of: .*refresh/],
    [{ command: 'display_content' }, '/args', 'is required'],
    [{ command: 'display_content', args: {} }, '/args/url', 'is required'],
    [{ command: 'set_background_mode', args: { enabled: 'yes' } }, '/args/enabled', /boolean/],
    [{ command: 'reboot', wait: 1 }, '/wait', /boolean/],
    [{ command: 'reboot', soon: true }, '/soon', 'is not a known field'],
    [{ command: 'screenshot', args: { maxWidth: 0 } }, '/args/maxWidth', />= 1/],
  ])('names the field of the branch that was meant: %j', (body, path, message) => {
    const errors = errorsOf(CommandRequest, body)!;
    expect(errors.map((error) => error.path)).toContain(path);
    expect(errors.find((error) => error.path === path)!.message).toMatch(message);
    expect(JSON.stringify(errors)).not.toContain('anyOf');
  });

  it.each([
    [{ target: { signIds: [] } }, '/target/signIds'],
    [{ target: { filter: { status: 'broken' } } }, '/target/filter/status'],
    [{ action: { command: 'fetch_logs', args: { limit: 0 } } }, '/action/args/limit'],
    [{ action: { settings: { zoom: 9 } } }, '/action/settings/zoom'],
    [{ action: { url: 7 } }, '/action/url'],
  ])('also inside of a body: %j', (part, path) => {
    const id = '01939bf7-0000-7000-8000-000000000000';
    const body = { organizationId: id, target: { signIds: [id] }, action: { command: 'refresh' }, ...part };
    const paths = new Set(errorsOf(BulkRequest, body)!.map((error) => error.path));
    expect(Array.from(paths)).toEqual([path]);
  });

  it.each([
    [{ note: 'x'.repeat(6) }, '/note', 'must not have more than 5 characters'],
    [{ id: '0' }, '/id', 'must be an identifier: 36 characters, hex digits in lower case and dashes'],
    [{ turn: 4 }, '/turn', 'must be one of: 0, 90'],
    [{ word: 'b' }, '/word', 'must be one of: a, c'],
  ])('one error in words for one field: %j', (body, path, message) => {
    const schema = Type.Object({
      note: Type.Optional(nullable(text(5))),
      id: Type.Optional(Uuid),
      turn: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(90)])),
      word: Type.Optional(nullable(Type.Enum(['a', 'c']))),
    });
    expect(errorsOf(schema, body)).toEqual([{ path, message }]);
  });

  it.each([
    [{ signIds: 'x'.repeat(8_000) }, '/signIds', 'must be 1 to 200 identifiers with commas between, nothing else'],
    [{ signIds: ['a', 'b'] }, '/signIds', 'must be given once'],
  ])('one error in words for one field of a query: %#', (query, path, message) => {
    expect(errorsOf(StripsQuery, query, 'querystring')).toEqual([{ path, message }]);
  });

  it('accepts every branch', () => {
    expect(errorsOf(CommandRequest, { command: 'refresh' })).toBeUndefined();
    expect(errorsOf(CommandRequest, { command: 'display_content', args: { url: 'x' }, wait: true })).toBeUndefined();
  });

  it.each([[null], [[]], ['x'], [7]])('A5: takes %j for what it is', (body) => {
    expect(errorsOf(CommandRequest, body)!.length).toBeGreaterThan(0);
  });
});
