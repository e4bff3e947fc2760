type Headers = Readonly<Record<string, string>>;

export type HttpClient = ReturnType<typeof httpClient>;

export interface HttpAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read loosely; the contract is checked elsewhere.
  readonly json: any;
}

/**
 * Makes calls over a real socket, with a cookie jar like a browser's. Pass the `cookies` of another client to act as
 * the same browser on another server.
 */
export function httpClient(base: string, cookies: ReadonlyMap<string, string> = new Map()) {
  const jar = new Map(cookies);
  const headersFor = (): Record<string, string> => {
    const token = jar.get('XSRF-TOKEN');
    return {
      'x-requested-with': 'XMLHttpRequest',
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(token === undefined ? {} : { 'x-xsrf-token': decodeURIComponent(token) }),
    };
  };
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(base + path, { redirect: 'manual', ...init });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      jar.set(name, value.join('='));
    }
    return response;
  };
  return {
    cookies: (): ReadonlyMap<string, string> => new Map(jar),
    keep: (name: string, value: string) => void jar.set(name, value),
    async call(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<HttpAnswer> {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const type: Headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await send(path, { method, headers: { ...headersFor(), ...type, ...headers }, ...content });
      const text = await response.text();
      return { status: response.status, json: text === '' ? null : JSON.parse(text) };
    },
    raw: (method: string, path: string, { body, headers = {} }: { body?: Buffer; headers?: Headers }) =>
      send(path, {
        method,
        headers: { ...headersFor(), ...headers },
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      }),
  };
}
