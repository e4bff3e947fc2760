import type { FastifyInstance } from 'fastify';

interface JarAnswer {
  readonly status: number;
  /** Seconds, or null if the response has no such header. */
  readonly retryAfter: number | null;
  readonly location: string | null;
  /** This is null unless the response is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: read loosely; the contract is checked on the way out.
  readonly json: any;
}

export interface JarClient {
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<JarAnswer>;
  post(path: string, body?: object): Promise<JarAnswer>;
  cookie(name: string): string | undefined;
  copy(): JarClient;
}

export function jarClient(
  app: FastifyInstance,
  {
    from = '127.0.0.1',
    cookies = {},
  }: { readonly from?: string; readonly cookies?: Readonly<Record<string, string>> } = {},
): JarClient {
  const jar = new Map(Object.entries(cookies));
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, more: object): Promise<JarAnswer> => {
    const token = jar.get('XSRF-TOKEN');
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: from,
      cookies: Object.fromEntries(jar),
      ...more,
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        ...(token === undefined ? {} : { 'x-xsrf-token': decodeURIComponent(token) }),
      },
    });
    for (const { name, value, expires } of answer.cookies) {
      if (expires !== undefined && expires.getTime() === 0) jar.delete(name);
      else jar.set(name, value);
    }
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      retryAfter: answer.headers['retry-after'] === undefined ? null : Number(answer.headers['retry-after']),
      location: answer.headers.location ?? null,
      json: isJson && answer.payload !== '' ? JSON.parse(answer.payload) : null,
    };
  };
  const call: JarClient['call'] = async (method, path, body) => {
    // In a browser, the page that makes the call would have fetched the token.
    if (!jar.has('XSRF-TOKEN')) await send('GET', '/ajax/start', {});
    return send(method, path, body === undefined ? {} : { payload: body });
  };
  return {
    call,
    post: (path, body = {}) => call('POST', path, body),
    cookie: (name) => jar.get(name),
    copy: () => jarClient(app, { from, cookies: Object.fromEntries(jar) }),
  };
}
