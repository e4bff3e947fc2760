/** Makes calls over a real socket, with a cookie jar like a browser's. */
export interface HttpClient {
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  raw(
    method: string,
    path: string,
    options: { body?: Buffer; headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
  cookies(): ReadonlyMap<string, string>;
  keep(name: string, value: string): void;
}

export interface HttpAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read loosely; the contract is checked elsewhere.
  readonly json: any;
}

/** Pass the `cookies` of another client to act as the same browser on another server. */
export function httpClient(base: string, cookies: ReadonlyMap<string, string> = new Map()): HttpClient {
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
    cookies: () => new Map(jar),
    keep: (name, value) => void jar.set(name, value),
    async call(method, path, body, headers = {}) {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await send(path, { method, headers: { ...headersFor(), ...type, ...headers }, ...content });
      const text = await response.text();
      return { status: response.status, json: text === '' ? null : JSON.parse(text) };
    },
    raw: (method, path, { body, headers = {} }) =>
      send(path, {
        method,
        headers: { ...headersFor(), ...headers },
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      }),
  };
}
