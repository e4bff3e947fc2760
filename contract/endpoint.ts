import type { z } from 'zod';
import { emptyObject, idParams } from './fields.ts';

/** `magic`: anyone who has a secret link. */
export type Access = 'public' | 'signed-in' | 'member' | 'board-admin' | 'site-admin' | 'magic';

/** Links cannot send the header `X-Board`, so they name the board in the path or query. */
export type BoardFrom = 'header' | 'query' | 'meeting-id' | 'document-id';

/**
 * `data` replies with `{status: 'success', data}`, `plain` with the object itself, `page` with HTML or a redirect, and
 * `stream` with JSON lines.
 */
export type Reply = 'data' | 'plain' | 'file' | 'page' | 'stream';

export type Shape = z.ZodObject;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

export interface Endpoint<
  A extends Access = Access,
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
  R extends z.ZodType | undefined = z.ZodType | undefined,
  M extends Method = Method,
> {
  readonly name: string;
  readonly summary: string;
  readonly method: M;
  readonly path: string;
  readonly access: A;
  readonly board?: BoardFrom;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly answer: R;
  readonly reply: Reply;
  /** Defaults to 200. */
  readonly status?: 200 | 201 | 204;
  /** Defaults to `bodyBytesMax`, or to `strangersBodyBytesMax` if `access` is `public` or `magic`. */
  readonly bodyBytesMax: number;
  /** Set if the request itself contains a secret, as in one-click unsubscribe, and therefore needs no CSRF token. */
  readonly csrf?: 'exempt';
  /** Omits the caller from the request log, which would otherwise reveal who cast which secret ballot. */
  readonly unnamed?: true;
  /** Returns 423 unless the user has recently confirmed their password. */
  readonly confirmed?: true;
}

export type NextStep = 'confirm-password' | 'set-up-two-factor' | 'sign-in-by-provider';

type Loose<A extends Access, P, Q, B, R, M extends Method, Path extends string, Y extends Reply> = {
  readonly name: string;
  readonly summary: string;
  readonly route: `${M} ${Path}`;
  readonly access: A;
  readonly board?: BoardFrom;
  /** Defaults to `idParams` if the path contains `:id`. */
  readonly params?: P;
  readonly query?: Q;
  /** Defaults to an empty object for POST, unless the reply is a file or a page. If undefined, any body is ignored. */
  readonly body?: B;
  /** Defaults to an empty object, or to nothing if the reply is a file or a page. */
  readonly answer?: R;
  readonly reply?: Y;
  readonly status?: 200 | 201 | 204;
  readonly bodyBytesMax?: number;
  readonly csrf?: 'exempt';
  readonly unnamed?: true;
  readonly confirmed?: true;
};

export const strangersBodyBytesMax = 16 * 1024;
/** Limits in bytes, small enough that parsing a body does not block other requests. */
export const bodyBytesMax = 64 * 1024;
export const listBodyBytesMax = 256 * 1024;
export const longBodyBytesMax = 1024 * 1024;

type UsualBody<M extends Method, Y extends Reply> = M extends 'POST' ? UsualAnswer<Y> : undefined;

type UsualAnswer<Y extends Reply> = Y extends 'file' | 'page' ? undefined : typeof emptyObject;

type UsualParams<Path extends string> = Path extends `${string}/:id` | `${string}/:id/${string}`
  ? typeof idParams
  : undefined;

export function endpoint<
  A extends Access,
  M extends Method,
  Path extends string,
  P extends Shape | undefined = UsualParams<Path>,
  Q extends Shape | undefined = undefined,
  Y extends Reply = 'data',
  B extends Shape | undefined = UsualBody<M, Y>,
  R extends z.ZodType | undefined = UsualAnswer<Y>,
>({ route, ...declaration }: Loose<A, P, Q, B, R, M, Path, Y>): Endpoint<A, P, Q, B, R, M> {
  const [method, path] = route.split(' ') as [M, Path];
  const isData = declaration.reply !== 'file' && declaration.reply !== 'page';
  const usualBody: Shape | undefined = method === 'POST' && isData ? emptyObject : undefined;
  const params: Shape | undefined = declaration.params ?? (/\/:id(\/|$)/.test(path) ? idParams : undefined);
  return {
    reply: 'data',
    bodyBytesMax: isForStrangers(declaration.access) ? strangersBodyBytesMax : bodyBytesMax,
    ...declaration,
    method,
    path,
    params: params as P,
    query: declaration.query as Q,
    body: ('body' in declaration ? declaration.body : usualBody) as B,
    answer: (declaration.answer ?? (isData ? emptyObject : undefined)) as R,
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
