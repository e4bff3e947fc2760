import './fields.ts';
import type { z } from 'zod';

/**
 * Who may reach an endpoint at all; the finer rule stands in the noun's policy.
 * - `public`: anybody, signed in or not
 * - `signed-in`: any user with a full session
 * - `member`: an active member of the board that the call names (header `X-Board`, or the id in the path)
 * - `board-admin`: such a member who is a board admin
 * - `site-admin`: a signed-in site admin; opens no board
 * - `magic`: whoever holds the secret address in the path (`uid`)
 */
export type Access = 'public' | 'signed-in' | 'member' | 'board-admin' | 'site-admin' | 'magic';

/**
 * How a board is found for `member` and `board-admin`: named by the page, by the unique id in the path, or in a link that a
 * browser follows without the page's headers by the query's `board`.
 */
export type BoardFrom = 'header' | 'query' | 'meeting-id' | 'document-id';

/**
 * What goes back.
 * - `data`: `{status: 'success', data}`
 * - `plain`: the answer object itself (the calls whose answer the specification, section 7, gives)
 * - `file`: bytes with their own headers
 * - `page`: HTML or a redirect
 * - `stream`: an open answer, one JSON line per event
 */
export type Reply = 'data' | 'plain' | 'file' | 'page' | 'stream';

export type Shape = z.ZodObject;

export interface Endpoint<
  A extends Access = Access,
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
  R extends z.ZodType | undefined = z.ZodType | undefined,
> {
  /** Unique, as `noun.verb`. */
  readonly name: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Fastify path: `/ajax/meetings/:id`. */
  readonly path: string;
  readonly access: A;
  readonly board?: BoardFrom;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly answer: R;
  readonly reply: Reply;
  /** Success status; 200 unless told. */
  readonly status?: 200 | 201 | 204;
  /** Unless told `bodyBytesMax`, or `strangersBodyBytesMax` where anybody may ask. */
  readonly bodyBytesMax: number;
  /** The address itself is the secret, so no token is asked for (one-click unsubscribe only). */
  readonly csrf?: 'exempt';
  /** Only in the three hours after the password was confirmed; else 423, with the step `confirm-password`. */
  readonly confirmed?: true;
}

/** What the user must do before the same call is answered; the browser leads there. */
export type NextStep = 'confirm-password' | 'set-up-two-factor';

type Loose<A extends Access, P, Q, B, R> = {
  readonly name: string;
  readonly summary: string;
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly access: A;
  readonly board?: BoardFrom;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer?: R;
  readonly reply?: Reply;
  readonly status?: 200 | 201 | 204;
  readonly bodyBytesMax?: number;
  readonly csrf?: 'exempt';
  readonly confirmed?: true;
};

/**
 * Bytes of a body that is read before anything is known of who sent it: more than the longest form of a stranger's or a secret
 * address, and so little that reading it keeps nobody else waiting.
 */
export const strangersBodyBytesMax = 16 * 1024;
/** Bytes of every other body: reading and checking one keeps nobody waiting. */
export const bodyBytesMax = 64 * 1024;
/** Bytes where long lists come: hundreds of people, ids or fields. */
export const listBodyBytesMax = 256 * 1024;
/** Bytes where a whole agenda, the marks on a document, rich text or a whole profile comes. */
export const longBodyBytesMax = 1024 * 1024;

/** Declares an endpoint; `access` is required, so a route that nobody guarded does not compile. */
export function endpoint<
  A extends Access,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(declaration: Loose<A, P, Q, B, R>): Endpoint<A, P, Q, B, R> {
  return {
    reply: 'data',
    bodyBytesMax: isForStrangers(declaration.access) ? strangersBodyBytesMax : bodyBytesMax,
    ...declaration,
    params: declaration.params as P,
    query: declaration.query as Q,
    body: declaration.body as B,
    answer: declaration.answer as R,
  };
}

const isForStrangers = (access: Access): boolean => access === 'public' || access === 'magic';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Raw<S> = S extends z.ZodType ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = Parsed<E['params']>;
export type QueryOf<E extends Endpoint> = Parsed<E['query']>;
export type BodyOf<E extends Endpoint> = Parsed<E['body']>;
export type AnswerOf<E extends Endpoint> = Parsed<E['answer']>;
export type BodyInputOf<E extends Endpoint> = Raw<E['body']>;
export type QueryInputOf<E extends Endpoint> = Raw<E['query']>;
export type ParamsInputOf<E extends Endpoint> = Raw<E['params']>;
