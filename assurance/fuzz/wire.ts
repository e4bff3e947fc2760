import type { MatrixCall } from '#assurance/matrix/calls.ts';
import type { Dice } from './dice.ts';
import type { Operation } from './operations.ts';
import type { WireRequest } from './requests.ts';
import { oddTexts } from './values-of-schema.ts';

export function onTheWire(operation: Operation, call: MatrixCall, dice: Dice): WireRequest {
  const params = { ...call.params };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams(call.query ?? {}).toString();
  const plain: WireRequest = {
    method: operation.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(operation.method === 'GET' ? { 'x-dais-get': '1' } : {}),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    body: call.bytes
      ? { base64: call.bytes.toString('base64') }
      : call.body === undefined
        ? null
        : JSON.stringify(call.body),
  };
  if (dice.chance(0.78)) return plain;
  const spoilings = dice.chance(0.2) ? 2 : 1;
  let request = plain;
  for (let count = 0; count < spoilings; count += 1) request = dice.oneOf(waysToSpoil)(request, dice);
  return request;
}

type Spoil = (request: WireRequest, dice: Dice) => WireRequest;

const withHeaders = (request: WireRequest, headers: Readonly<Record<string, string>>): WireRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

const odd = [
  null,
  true,
  -1,
  0,
  0.5,
  1e308,
  2 ** 53,
  [],
  {},
  [null],
  '',
  ' ',
  'x'.repeat(20_000),
  '\0',
  '\ud800',
  ...oddTexts,
  [[[[[]]]]],
  { a: { b: 1 } },
  ['x'.repeat(500)],
  '00000000-0000-0000-0000-000000000000',
  '9999-99-99',
  'null',
];

function bodyOf({ body }: WireRequest): Record<string, unknown> | null {
  if (typeof body !== 'string') return null;
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const spoilBody: Spoil = (request, dice) => {
  const body = bodyOf(request);
  if (body === null) return request;
  let at = body;
  for (let depth = 0; depth < 5; depth += 1) {
    const keys = Object.keys(at);
    const key = keys.length === 0 ? 'unknown' : dice.oneOf(keys);
    const inside = at[key];
    if (typeof inside === 'object' && inside !== null && dice.chance(0.6)) {
      at = inside as Record<string, unknown>;
      continue;
    }
    const way = dice.below(5);
    if (way === 0) delete at[key];
    else if (way === 1)
      at[dice.oneOf(['unknown', '__proto__ ', 'constructor', 'toString', 'id', 'board_id'])] = dice.oneOf(odd);
    else if (way === 2 && Array.isArray(inside)) at[key] = [...inside, ...inside];
    else if (way === 3 && Array.isArray(inside)) at[key] = Array.from({ length: 3_000 }, () => inside[0] ?? 'x');
    else at[key] = dice.oneOf(odd);
    break;
  }
  return { ...request, body: JSON.stringify(body) };
};

const oddBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"a":1,"a":2}',
  '{"__proto__":{"isBoardAdmin":true}}',
  '\ufeff{}',
  '{}{}',
  '\0',
  '['.repeat(20_000),
  '{"constructor":{"prototype":{}}}',
  `{"x":"${'x'.repeat(1_100_000)}"}`,
  '1e999999',
];

const spoilText: Spoil = (request, dice) => ({
  ...withHeaders(request, { 'content-type': dice.oneOf(['application/json', 'application/json; charset=utf-16']) }),
  body: dice.oneOf(oddBodies),
});

const oddTypes = `text/plain application/x-www-form-urlencoded multipart/form-data;boundary=x application/xml x
  application/json;charset= application/offset+octet-stream */* application/vnd.api+json`.split(/\s+/);

const spoilType: Spoil = (request, dice) =>
  withHeaders(request, {
    'content-type': dice.oneOf(oddTypes),
  });

const methods = 'GET POST PUT PATCH DELETE HEAD OPTIONS TRACE PROPFIND QUERY'.split(' ');

const spoilMethod: Spoil = (request, dice) => ({
  ...request,
  method: dice.oneOf(methods),
});

/** PART is replaced by the part of the path that is spoilt. */
const oddParts = `PART%00 PART%2f.. {PART} PART;x=1 PART/ urn:uuid:PART %20PART .. . %ff % null undefined %F0%9F%92%A9
  -1 1e9 00000000-0000-0000-0000-000000000000`.split(/\s+/);

const spoilPath: Spoil = (request, dice) => {
  const [path = '', query] = request.target.split('?');
  const parts = path.split('/');
  const at = 1 + dice.below(parts.length - 1);
  const part = parts[at] ?? '';
  parts[at] = dice.oneOf([
    ...oddParts.map((odd) => odd.replace('PART', part)),
    part.toUpperCase(),
    part.replaceAll('-', ''),
    '',
    'x'.repeat(201),
    encodeURIComponent(dice.oneOf(oddTexts)),
  ]);
  return { ...request, target: parts.join('/') + (query === undefined ? '' : `?${query}`) };
};

/** NAME is replaced by the name of a query parameter. */
const oddQueries = `NAME=1&NAME=2 NAME[]=1 NAME[a]=1 NAME= NAME NAME=%00 unknown=1 %ff=%ff &&&==&
  __proto__=1`.split(/\s+/);

const spoilQuery: Spoil = (request, dice) => {
  const [path = '', query = ''] = request.target.split('?');
  const name = query.split('=')[0] || 'unknown';
  const more = dice.oneOf([
    ...oddQueries.map((odd) => odd.replaceAll('NAME', name)),
    `${name}=${'x'.repeat(7_000)}`,
    `${name}=${encodeURIComponent(dice.oneOf(oddTexts))}`,
  ]);
  return { ...request, target: `${path}?${query === '' ? more : `${query}&${more}`}` };
};

const oddHeaders: readonly string[] = [
  'range: bytes=5-1',
  'range: bytes=0-4,6-9',
  'range: bytes=-1',
  'range: bytes=99999999-',
  'range: x',
  'range: bytes=0-0',
  'if-none-match: *',
  'if-none-match: "x", W/"y"',
  'if-modified-since: never',
  'if-match: "x"',
  'origin: https://evil.example',
  'origin: null',
  'x-http-method-override: DELETE',
  "x-forwarded-for: 1.2.3.4, 'x",
  'x-forwarded-host: evil.example',
  'x-original-url: /ajax/site/users',
  'x-board: x',
  'x-board: ',
  'x-board: 00000000-0000-0000-0000-000000000000',
  'x-xsrf-token: x',
  'cookie: dais_session=%ff; dais_visit=%',
  `cookie: dais_session=${'x'.repeat(6_000)}`,
  'cookie: =;;=',
  'accept-language: *;q=9,,x',
  'accept: text/html',
  'user-agent: =cmd|x!A1\u00e9',
  `user-agent: ${'x'.repeat(5_000)}`,
  'content-encoding: gzip',
  'expect: 100-continue',
  'accept-encoding: identity;q=0',
  'te: trailers',
  'upload-metadata: filename %%%',
  'upload-defer-length: 1',
  'upload-concat: partial',
  'host: evil.example',
  'if-range: "x"\nrange: bytes=0-3',
  'connection: upgrade\nupgrade: websocket',
];

const spoilHeaders: Spoil = (request, dice) => {
  const lines = dice.oneOf(oddHeaders).split('\n');
  return withHeaders(request, Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2))));
};

const common = [spoilBody, spoilPath, spoilQuery, spoilHeaders];
const waysToSpoil = [...common, ...common, spoilBody, spoilBody, spoilText, spoilType, spoilMethod];
