import type { Static, TSchema } from 'typebox';
import type { ERROR_CODES } from '@sign-display/contracts/error-codes';
import type { Problem } from '@sign-display/contracts/rest/problem';
import type { RefusalCode, ROUTES, RouteKey } from '@sign-display/contracts/routes';

/** What the rows of contracts/src/routes.ts say of a call, as types: what goes in, and what may come back. */

type Row<Key extends RouteKey> = (typeof ROUTES)[Key];
type Nothing = Record<never, never>;

/** `{ name: … }` with what the row's schema asks for; optional where every field of it is. */
type Part<Key extends RouteKey, Name extends string> =
  Row<Key> extends Record<Name, infer Schema extends TSchema>
    ? Nothing extends Static<Schema>
      ? { [Each in Name]?: Static<Schema> }
      : { [Each in Name]: Static<Schema> }
    : unknown;

/**
 * A change of a versioned record names the version that it changes: the `etag` of an earlier response, or the record's
 * `version`.
 */
type IfMatch<Key extends RouteKey> = Key extends `${'PATCH' | 'PUT' | 'DELETE'} ${string}`
  ? Row<Key> extends { versioned: true }
    ? { ifMatch: string | number }
    : unknown
  : unknown;

/** An answer of pictures can be asked for only where it is another than the one of an earlier `etag`. */
type IfNoneMatch<Key extends RouteKey> = Row<Key> extends { conditional: true } ? { ifNoneMatch?: string } : unknown;

export type CallOptions<Key extends RouteKey> = Part<Key, 'params'> &
  Part<Key, 'query'> &
  Part<Key, 'body'> &
  IfMatch<Key> &
  IfNoneMatch<Key> & {
    /** Ends the call: it throws the signal's reason. */
    signal?: AbortSignal | undefined;
    /** In place of the client's own. */
    token?: string;
  };

/** The options of a call, to be left out where the row asks for nothing. */
export type Given<Options> = Nothing extends Options ? [options?: Options] : [options: Options];

/** What the client needs of a `Response` of fetch. */
export interface Reply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}

interface Answered<Ok extends boolean, Status extends number, Body> {
  ok: Ok;
  status: Status;
  body: Body;
  /** The version of the one record in it, for `ifMatch`, or the name of its bytes, for `ifNoneMatch`; null where the answer has none. */
  etag: string | null;
  headers: Reply['headers'];
}

type Found<Key extends RouteKey> = [Key] extends [never]
  ? never
  : Row<Key> extends { response: { 200: infer Schema extends TSchema } }
    ? Static<Schema>
    : never;
type Get<Key> = Key extends `${string} ${infer Path}` ? Extract<RouteKey, `GET ${Path}`> : never;

/**
 * `current` of a `precondition_failed`: the record in the form of the route's own response, or of its GET after a
 * DELETE.
 */
type Current<Key extends RouteKey> = Key extends RouteKey
  ? 'precondition_failed' extends RefusalCode<Key>
    ? Found<Key extends `DELETE ${string}` ? Get<Key> : Key>
    : never
  : never;

type ProblemOf<Key extends RouteKey, Code> = Code extends 'precondition_failed'
  ? Omit<Problem, 'current'> & {
      code: Code;
      current?: Current<Key>;
    }
  : Problem & { code: Code };

/** A refusal (contract, section 2). `status` narrows the type of `code`, and `code` that of `status`. */
export type Refusal<Key extends RouteKey = RouteKey> = {
  [Code in RefusalCode<Key>]: Answered<false, (typeof ERROR_CODES)[Code]['status'], ProblemOf<Key, Code>>;
}[RefusalCode<Key>];

type Bodies<Key extends RouteKey> = Row<Key>['response'];

/** The routes whose answer is not JSON: pages, pictures, exports. */
export type BytesKey = {
  [Key in RouteKey]: Row<Key> extends { produces: readonly ['application/json'] }
    ? never
    : Row<Key> extends { produces: readonly string[] }
      ? Key
      : never;
}[RouteKey];

/**
 * What comes back, told apart by `ok` and `status`. Where the answer is not JSON, `body` is the reply itself, unread: its content type stands in
 * `headers`, its bytes come by `arrayBuffer()` or as the stream `body`.
 */
export type Answer<Key extends RouteKey> = Key extends RouteKey ? AnswerOfOne<Key> : never;
type AnswerOfOne<Key extends RouteKey> =
  | {
      [Status in keyof Bodies<Key> & number]: Answered<
        Status extends 503 ? false : true,
        Status,
        Bodies<Key>[Status] extends TSchema ? Static<Bodies<Key>[Status]> : never
      >;
    }[keyof Bodies<Key> & number]
  | (Row<Key> extends { produces: readonly string[] }
      ? Answered<true, 200, Key extends BytesKey ? Reply : unknown>
      : never)
  | (Row<Key> extends { conditional: true } ? Answered<true, 304, null> : never)
  | Refusal<Key>;

/** The routes that answer with NDJSON whose end shows. */
export type LinesKey = { [Key in RouteKey]: Row<Key> extends { lines: TSchema } ? Key : never }[RouteKey];
export type Line<Key extends LinesKey> =
  Row<Key> extends { lines: infer Schema extends TSchema } ? Static<Schema> : never;

/** The routes that answer with a page of a list. */
export type PageKey = {
  [Key in RouteKey]: Row<Key> extends { response: { 200: infer Schema extends TSchema } }
    ? Static<Schema> extends { items: unknown[]; nextCursor: string | null }
      ? Key
      : never
    : never;
}[RouteKey];

export type Item<Key extends PageKey> = Extract<Answer<Key>, { status: 200 }>['body'] extends { items: (infer One)[] }
  ? One
  : never;
