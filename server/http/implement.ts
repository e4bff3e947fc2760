import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { LiveLine } from '#contract/events.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope, Ports, Reader, ReaderWithPorts } from '#server/db/board-scope.ts';
import type { ReadFollowUp } from '#server/db/flight.ts';
import type { StatementResults, Statements } from '#server/db/page-statement.ts';
import type { RunFairly } from '#server/fair-semaphore.ts';
import type { RateLimit } from './rate-limits.ts';
import type { Session, SessionControl } from './session.ts';

export interface RequestContext {
  readonly ip: string;
  readonly userAgent: string;
  readonly isHead: boolean;
  readonly session: Session | null;
  /** Whether the user recently confirmed their identity. False until the session has been read. */
  readonly isConfirmed: boolean;
  readonly control: SessionControl;
  readonly header: (name: string) => string | undefined;
  readonly cookie: (name: string) => string | undefined;
}

export type FileAnswer =
  | {
      readonly kind: 'bytes';
      readonly headers: Readonly<Record<string, string>>;
      /** Enables 304 responses (RFC 9110, section 13). */
      readonly etag?: string | undefined;
      readonly byteSize: number;
      /** `end` is inclusive. Null means the whole file. */
      readonly open: (range: { readonly start: number; readonly end: number } | null) => Promise<Readable>;
      /** Called instead of `open` if no bytes are sent, to remove temporary files. */
      readonly discard?: () => Promise<void>;
    }
  | {
      readonly kind: 'text';
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      /** Enables 304 responses (RFC 9110, section 13). */
      readonly etag?: string;
    }
  | { readonly kind: 'redirect'; readonly url: string }
  | {
      readonly kind: 'raw';
      readonly run: (request: IncomingMessage, response: ServerResponse, asked: RawRequest) => Promise<void>;
    };

export type RawRequest = Pick<FastifyRequest, 'id' | 'log'>;

export interface EventAnswer {
  readonly heartbeatMs?: number | undefined;
  /** Returns a function that unsubscribes. `end` closes the stream. */
  readonly subscribe: (send: (line: LiveLine | Buffer) => void, end: () => void) => () => void;
}

type ScopeOf<E extends Endpoint> = E['access'] extends 'member' | 'board-admin' | 'magic'
  ? { readonly scope: BoardScope }
  : unknown;
type SessionOf<E extends Endpoint> = E['access'] extends 'signed-in' | 'site-admin'
  ? { readonly session: Session }
  : unknown;

type RequestOf<E extends Endpoint> = E['access'] extends 'member' | 'board-admin'
  ? Omit<RequestContext, 'session'>
  : RequestContext;

export type HandlerInput<E extends Endpoint> = {
  readonly context: Context;
  readonly request: RequestOf<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
} & ScopeOf<E> &
  SessionOf<E>;

export interface RouteLimit extends RateLimit {
  readonly per: 'network' | 'user';
}

// biome-ignore lint/suspicious/noExplicitAny: the pairing of endpoint, statement and handler was checked by `implementRead`.
type AnyRead = ReadOf<any, any, any, any>;
export type Flight = Omit<AnyRead, 'paramsOf'> & Partial<Pick<AnyRead, 'paramsOf'>>;

export interface ReadOf<E extends Endpoint, Params, Reads extends Statements<Params>, More extends Statements<Params>> {
  readonly reads: ReadsOf<Reads>;
  readonly paramsOf: (input: Asked<E> & { readonly context: Context }) => Params;
  /** Rarely needed data, which a second round trip reads with the same parameters. */
  readonly more?: {
    readonly reads: ReadsOf<More>;
    readonly isNeeded: (reader: Reader, found: StatementResults<Reads>, params: Params) => boolean;
  };
  /** Limits an expensive read per session. Waiting calls occupy no database connection. */
  readonly limit?: (context: Context) => RunFairly;
  readonly answer: (
    input: Asked<E> &
      ReadFollowUp<StatementResults<Reads>> & {
        readonly context: Context;
        readonly reader: ReaderWithPorts;
        readonly sessionId: string;
        readonly found: StatementResults<Reads>;
        readonly more: StatementResults<More> | null;
      },
  ) => HandlerAnswer<E> | Promise<HandlerAnswer<E>>;
}

/** Statements are compiled once. Pass a function if they need the ports. */
export type ReadsOf<S> = S | ((ports: Ports) => S);

interface Asked<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly header: (name: string) => string | undefined;
  readonly body: BodyOf<E>;
  readonly now: Date;
}

export type Route = HandledRoute | FlightRoute;

export type ReadEndpoint = Endpoint<'member' | 'board-admin'> & { readonly method: 'GET' | 'POST' };

export interface FlightRoute {
  readonly endpoint: ReadEndpoint;
  readonly flight: Flight;
}

export interface CallQueue<Params> {
  readonly limit: (context: Context) => RunFairly;
  readonly keyOf: (params: Params) => string;
}

export interface HandledRoute {
  readonly endpoint: Endpoint;
  readonly limit?: RouteLimit;
  /** Calls that need the same lock wait before they take a database connection. */
  // biome-ignore lint/suspicious/noExplicitAny: as of `handle`.
  readonly queue?: CallQueue<any>;
  readonly inSteps?: true;
  readonly entersBoard?: true;
  // biome-ignore lint/suspicious/noExplicitAny: the pairing of endpoint and handler was checked by `implement`.
  readonly handle: (input: any) => Promise<unknown>;
}

export function implement<E extends Endpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E>) => Promise<HandlerAnswer<E>>,
  options: Pick<HandledRoute, 'limit' | 'entersBoard'> & { readonly queue?: CallQueue<HandlerInput<E>['params']> } = {},
): Route {
  return { endpoint, handle: answering(handle), ...options };
}

type PathParams<E extends Endpoint> = ParamsOf<E> extends undefined ? Record<never, never> : ParamsOf<E>;

export function implementRead<
  E extends ReadEndpoint,
  Params,
  Reads extends Statements<Params>,
  More extends Statements<Params> = Statements<Params>,
>(endpoint: E, flight: ReadOf<E, Params, Reads, More>): Route;
export function implementRead<
  E extends ReadEndpoint,
  Reads extends Statements<PathParams<E>>,
  More extends Statements<PathParams<E>> = Statements<PathParams<E>>,
>(endpoint: E, flight: Omit<ReadOf<E, PathParams<E>, Reads, More>, 'paramsOf'>): Route;
export function implementRead(endpoint: ReadEndpoint, flight: Flight): Route {
  return { endpoint, flight };
}

/** Use this for slow work between transactions. Each call of `inScope` checks access again. */
export function implementInSteps<E extends Endpoint<'member' | 'board-admin'>>(
  endpoint: E,
  handle: (input: Omit<HandlerInput<E>, 'scope'> & { readonly inScope: InScope }) => Promise<HandlerAnswer<E>>,
): Route {
  return { endpoint, handle: answering(handle), inSteps: true };
}

const answering =
  <Input>(handle: (input: Input) => Promise<unknown>) =>
  async (input: Input): Promise<unknown> => {
    const answer = await handle(input);
    return answer === undefined ? {} : answer;
  };

export type HandlerAnswer<E extends Endpoint> = E['answer'] extends undefined
  ? FileAnswer
  : AnswerOf<E> extends LiveLine
    ? EventAnswer
    : AnswerOf<E> extends Record<string, never>
      ? // biome-ignore lint/suspicious/noConfusingVoidType: handlers without a return statement.
        void
      : AnswerOf<E>;
