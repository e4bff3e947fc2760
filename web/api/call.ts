import type { AnswerOf, BodyInputOf, Endpoint, ParamsInputOf, QueryInputOf } from '#contract/endpoint.ts';
import { CallError, errorOfStatus, isRecord, networkError, refusal } from './call-error.ts';
import { takeFirstAnswer } from './first-answers.ts';

export { CallError } from './call-error.ts';

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

export type CallInput<E extends Endpoint> = Part<'params', ParamsInputOf<E>> &
  Part<'query', QueryInputOf<E>> &
  Part<'body', BodyInputOf<E>>;

export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/**
 * Returns the response's `data`, or the whole response of a 'plain' endpoint. Throws a CallError, or the abort error.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<AnswerOf<E>> {
  return callWith(endpoint, (input ?? {}) as CallInput<E>, undefined);
}

export async function callWith<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal | undefined,
): Promise<AnswerOf<E>> {
  const inPage = endpoint.method === 'GET' ? takeFirstAnswer(endpointAddress(endpoint, input)) : null;
  if (inPage !== null) return dataOf(endpoint, JSON.parse(inPage));
  return answerOf(endpoint, await send(endpoint, input, { signal }));
}

/** Uses `keepalive`, so that a short request completes even if the page is closed. */
export async function callBeforeLeaving<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  boardId?: string,
): Promise<AnswerOf<E>> {
  return answerOf(endpoint, await send(endpoint, input, { keepalive: true, boardId }));
}

export async function callOnBoard<E extends Endpoint>(
  boardId: string,
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
): Promise<AnswerOf<E>> {
  return answerOf(endpoint, await send(endpoint, input, { boardId, signal }));
}

async function answerOf<E extends Endpoint>(endpoint: E, response: Response): Promise<AnswerOf<E>> {
  const { method } = endpoint;
  const content = await contentOf(response, method);
  if (!response.ok) throw errorOfStatus(response.status, method, content);
  return dataOf(endpoint, content);
}

function dataOf<E extends Endpoint>(endpoint: E, content: unknown): AnswerOf<E> {
  const { method } = endpoint;
  if (endpoint.reply === 'plain') {
    if (isRecord(content) && content.status === 'error') throw refusal(method, content);
    return content as AnswerOf<E>;
  }
  if (!isRecord(content) || content.status !== 'success') throw refusal(method, content);
  return content.data as AnswerOf<E>;
}

export function callHeaders(method: string): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  const board = pageBoard();
  if (board !== null) headers['x-board'] = board;
  if (method === 'GET') {
    headers['x-dais-get'] = '1';
    return headers;
  }
  const token = csrfToken();
  if (token !== null) headers['x-xsrf-token'] = token;
  return headers;
}

/** Bytes. The Fetch standard limits the bodies of pending `keepalive` requests to 64 KiB in total. */
const keptBytesMax = 60_000;

async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  given: {
    readonly signal?: AbortSignal | undefined;
    readonly keepalive?: boolean;
    readonly boardId?: string | undefined;
  },
): Promise<Response> {
  const { method } = endpoint;
  const { signal, keepalive = false, boardId } = given;
  const headers = callHeaders(method);
  if (boardId !== undefined) headers['x-board'] = boardId;
  const init: RequestInit & { body?: string } = {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: signal ?? null,
  };
  if (input.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(input.body);
  }
  init.keepalive = keepalive && new Blob([init.body ?? '']).size < keptBytesMax;
  try {
    return await fetch(endpointAddress(endpoint, input), init);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw networkError(method, error);
  }
}

async function contentOf(response: Response, method: string): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw networkError(method, error);
  }
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    // The body may be a proxy's error page instead of JSON.
    if (!response.ok) return {};
    const { message } = errorOfStatus(500, method, null);
    throw new CallError({ status: response.status, method, message, cause: error });
  }
}

let token: string | null = null;

/**
 * Returns the decoded `XSRF-TOKEN` cookie. If the cookie is gone, returns its last value, or null if there was none.
 */
function csrfToken(): string | null {
  const found = /(?:^|;)\s*XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]?.trim();
  if (found !== undefined) token = decodeURIComponent(found);
  return token;
}

export function endpointAddress(
  endpoint: Pick<Endpoint, 'path'>,
  input: { readonly params?: unknown; readonly query?: unknown },
): string {
  const params = (input.params ?? {}) as Readonly<Record<string, unknown>>;
  const path = endpoint.path.replace(/:([a-z_]+)/gi, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Readonly<Record<string, unknown>>)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

let board: string | null = null;

/** Each request names the page's board, so that two tabs can show two boards. */
export function pageBoard(): string | null {
  return board;
}

export function setPageBoard(boardId: string | null): void {
  board = boardId;
}
