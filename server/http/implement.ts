import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { LiveEvent } from '#contract/events.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import type { Session, SessionControl } from './session.ts';

/** What a handler may know of the visit itself. Commands and queries never see it. */
export interface RequestContext {
  readonly ip: string;
  readonly userAgent: string;
  readonly session: Session | null;
  readonly control: SessionControl;
  readonly header: (name: string) => string | undefined;
  readonly cookie: (name: string) => string | undefined;
}

/** Bytes, a redirect, or a protocol of its own; sent after the transaction has ended. */
export type FileAnswer =
  | {
      readonly kind: 'bytes';
      readonly headers: Readonly<Record<string, string>>;
      readonly byteSize: number;
      /** `end` is inclusive. Null: all of it. */
      readonly open: (range: { readonly start: number; readonly end: number } | null) => Promise<Readable>;
      /** In place of `open` where none of the bytes are sent: for a file that is there for this answer alone. */
      readonly discard?: () => Promise<void>;
    }
  | {
      readonly kind: 'text';
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      /** With it, whoever has this version already is told so (RFC 9110, section 13). */
      readonly etag?: string;
    }
  | { readonly kind: 'redirect'; readonly url: string }
  | {
      readonly kind: 'raw';
      readonly run: (request: IncomingMessage, response: ServerResponse, asked: RawRequest) => Promise<void>;
    };

/** What a protocol of its own needs to write of a request to the log. */
export type RawRequest = Pick<FastifyRequest, 'id' | 'log'>;

export interface EventAnswer {
  /** Calls `send` for each event until the returned function is called, and `end` where nothing more may be told. */
  readonly subscribe: (send: (event: LiveEvent) => void, end: () => void) => () => void;
}

type ScopeOf<E extends Endpoint> = E['access'] extends 'member' | 'board-admin' | 'magic'
  ? { readonly scope: BoardScope }
  : unknown;
type SessionOf<E extends Endpoint> = E['access'] extends 'signed-in' | 'site-admin'
  ? { readonly session: Session }
  : unknown;

export type HandlerInput<E extends Endpoint> = {
  readonly context: Context;
  readonly request: RequestContext;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
} & ScopeOf<E> &
  SessionOf<E>;

export interface Route {
  readonly endpoint: Endpoint;
  /** The handler opens its transactions itself, by `inScope`. */
  readonly inSteps?: true;
  // biome-ignore lint/suspicious/noExplicitAny: the pairing of endpoint and handler was checked by `implement`.
  readonly handle: (input: any) => Promise<unknown>;
}

/** Ties a handler to its endpoint; what it gets and must answer follows from the declaration. */
export function implement<E extends Endpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E>) => Promise<HandlerAnswer<E>>,
): Route {
  return { endpoint, handle };
}

/**
 * As `implement`, for a handler that does slow work between transactions: each `inScope` opens one and asks anew whether
 * the member may be there.
 */
export function implementInSteps<E extends Endpoint<'member' | 'board-admin'>>(
  endpoint: E,
  handle: (input: Omit<HandlerInput<E>, 'scope'> & { readonly inScope: InScope }) => Promise<HandlerAnswer<E>>,
): Route {
  return { endpoint, handle, inSteps: true };
}

/** `reply` is a plain union on the type, so the answer's presence decides: with a schema data, without one a file. */
export type HandlerAnswer<E extends Endpoint> = E['answer'] extends undefined
  ? FileAnswer
  : AnswerOf<E> extends LiveEvent
    ? EventAnswer
    : AnswerOf<E>;
