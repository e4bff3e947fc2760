import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { cookieName, cookieNames, csrfToken } from '#server/http/cookies.ts';
import { randomToken } from '#server/secrets.ts';
import { sessionOf } from './session.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The response as JSON. Untyped, because the server checks the response against the contract. */
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly json: any;
}

type Headers = Readonly<Record<string, string>>;

/** Handles cookies and the CSRF token as a browser does. */
export type TestClient = ReturnType<typeof client>;

/** `boardId` is the board of the page that makes the calls. */
export async function signIn(
  app: FastifyInstance,
  context: Context,
  who: { readonly userId: string | null; readonly boardId: string | null },
): Promise<TestClient> {
  return clientOf(app, context, { token: await sessionOf(context, who), boardId: who.boardId });
}

export function clientOf(
  app: FastifyInstance,
  context: Context,
  { token, boardId }: { readonly token: string; readonly boardId: string | null },
): TestClient {
  return client(app, context, { ...sessionHeaders(context, token), ...(boardId ? { 'x-board': boardId } : {}) });
}

/** The headers with which a browser sends its session. */
export const sessionHeaders = (context: Context, token: string) => ({
  cookie: `${cookieName(context.config, cookieNames.session)}=${token}`,
  'x-xsrf-token': csrfToken(context, token),
});

/** The headers with which the browser of a signed-out visitor sends its visit. */
export function visitHeaders(context: Context) {
  const visit = randomToken();
  return {
    cookie: `${cookieName(context.config, cookieNames.preSession)}=${visit}`,
    'x-xsrf-token': csrfToken(context, visit),
  };
}

export function stranger(app: FastifyInstance, context: Context): TestClient {
  return client(app, context, visitHeaders(context));
}

function client(app: FastifyInstance, context: Context, own: Headers) {
  const call = async (
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    more: { readonly body?: unknown; readonly headers?: Headers | undefined },
  ): Promise<TestAnswer> => {
    const answer = await app.inject({
      method,
      url: path,
      headers: { 'x-requested-with': 'XMLHttpRequest', ...own, ...more.headers },
      ...(more.body === undefined ? {} : { payload: more.body as object }),
    });
    await context.deferred.flush();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      bytes: answer.rawPayload,
      get json() {
        return JSON.parse(answer.payload);
      },
    };
  };
  return {
    get: (path: string, headers?: Headers) => call('GET', path, { headers }),
    head: (path: string, headers?: Headers) => call('HEAD', path, { headers }),
    post: (path: string, body: unknown = {}, headers?: Headers) => call('POST', path, { body, headers }),
    patch: (path: string, body: unknown, headers?: Headers) => call('PATCH', path, { body, headers }),
    put: (path: string, body: unknown, headers?: Headers) => call('PUT', path, { body, headers }),
    delete: (path: string, headers?: Headers) => call('DELETE', path, { headers }),
  };
}
