import { lookup as resolveName } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '#domain/web-address.ts';

export type FetchFailure =
  | 'not-an-address'
  | 'not-https'
  | 'private-address'
  | 'not-found'
  | 'not-reachable'
  | 'certificate'
  | 'no-tls'
  | 'too-slow'
  | 'too-long'
  | 'redirected';

export class FetchError extends Error {
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, options?: ErrorOptions) {
    super(failure, options);
    this.name = 'FetchError';
    this.failure = failure;
  }
}

export interface FetchRules {
  /** Hosts that may resolve to private addresses. On loopback they may also use http. */
  readonly privateHosts: readonly string[];
  readonly timeoutMs?: number;
  readonly bytesMax?: number;
}

export interface FetchRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** If true, a redirect is returned as the response. Otherwise, it causes an error. Redirects are never followed. */
  readonly returnsRedirects?: boolean;
}

const timeoutMsUsual = 5_000;
const bytesMaxUsual = 512 * 1024;

/**
 * The URL comes from a user, so only https and public addresses are allowed, except for `privateHosts`. Redirects are
 * not followed.
 */
export async function fetchBounded(rules: FetchRules, address: string, request: FetchRequest): Promise<Response> {
  const url = checkedUrl(rules, address);
  const signal = AbortSignal.timeout(rules.timeoutMs ?? timeoutMsUsual);
  try {
    const response = await open(rules, url, request, signal);
    const status = response.statusCode ?? 0;
    const isRedirect = status >= 300 && status < 400;
    if (isRedirect && request.returnsRedirects !== true) {
      response.destroy();
      throw new FetchError('redirected');
    }
    const bytes = await readBytes(response, rules.bytesMax ?? bytesMaxUsual);
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? new Uint8Array(bytes) : null, { status, headers: headersOf(response) });
  } catch (error) {
    throw asFetchError(error, signal);
  }
}

function checkedUrl({ privateHosts }: FetchRules, address: string): URL {
  if (!URL.canParse(address)) throw new FetchError('not-an-address');
  const url = new URL(address);
  const isNamed = privateHosts.includes(hostOf(url));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isNamed)) throw new FetchError('not-https');
  if (url.username !== '' || url.password !== '') throw new FetchError('not-an-address');
  const host = hostOf(url);
  if (isIP(host) !== 0) refuseAddress(host, { isNamed, protocol: url.protocol });
  return url;
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

interface Reaching {
  readonly isNamed: boolean;
  readonly protocol: string;
}

/** Allows plain http only on loopback, because other connections could be read in transit. */
function refuseAddress(address: string, { isNamed, protocol }: Reaching): void {
  if (protocol === 'http:' && ipaddr.process(address).range() !== 'loopback') throw new FetchError('not-https');
  if (!isNamed && !isPublicAddress(address)) throw new FetchError('private-address');
}

/** Rejects a host with any private address, because the next connection could use that address. */
function checkedLookup(reaching: Reaching): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      try {
        for (const { address } of found) refuseAddress(address, reaching);
      } catch (refusal) {
        return callback(refusal as Error, '', 0);
      }
      const [first] = found;
      if (options.all) return callback(null, found);
      return callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}

function open(
  { privateHosts }: FetchRules,
  url: URL,
  { method, headers, body }: FetchRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { protocol } = url;
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method,
      signal,
      // Every call opens a new connection, so that the host name is resolved and checked again.
      agent: false,
      headers: { ...headers, 'accept-encoding': 'identity' },
      lookup: checkedLookup({ isNamed: privateHosts.includes(hostOf(url)), protocol }),
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readBytes(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    // Throwing ends the loop, which destroys the stream.
    if (length > bytesMax) throw new FetchError('too-long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

const certificateErrors = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;
/** Errors from a TLS connection to a port that serves plain http. */
const tlsErrors = /^(ERR_SSL|EPROTO)/;

function asFetchError(error: unknown, signal: AbortSignal): FetchError {
  if (error instanceof FetchError) return error;
  const options = { cause: error };
  if (signal.aborted) return new FetchError('too-slow', options);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new FetchError('not-found', options);
  if (certificateErrors.test(code)) return new FetchError('certificate', options);
  if (tlsErrors.test(code)) return new FetchError('no-tls', options);
  return new FetchError('not-reachable', options);
}
