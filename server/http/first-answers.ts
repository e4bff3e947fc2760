import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { isShuttingDown } from './graceful-shutdown.ts';

interface FirstCall {
  readonly endpoint: Endpoint;
  readonly query?: readonly string[];
}

/** Keyed by the routes of web/routes.ts. */
export type FirstCalls = Readonly<Record<string, readonly FirstCall[]>>;

export function addressesOf(calls: FirstCalls, route: string, { pathname, searchParams }: URL): readonly string[] {
  const names = route.split('/');
  const values = pathname.split('/').filter((_part, at) => names[at]?.startsWith('$'));
  return (calls[route] ?? []).map(({ endpoint, query }) => {
    const left = [...values];
    const path = endpoint.path.replaceAll(/:\w+/g, () => left.shift() ?? '');
    const search = new URLSearchParams([...searchParams].filter(([name]) => query?.includes(name)));
    return search.size === 0 ? path : `${path}?${search}`;
  });
}

export interface FirstAnswer {
  readonly address: string;
  readonly body: string;
}

/** Omits failed calls, which the page then repeats. */
export async function readFirstAnswers(
  request: FastifyRequest,
  { addresses, boardId }: { readonly addresses: readonly string[]; readonly boardId: string },
): Promise<readonly FirstAnswer[]> {
  if (isShuttingDown(request.server)) return [];
  try {
    const answers = await Promise.all(addresses.map((address) => ask(request, address, boardId)));
    return answers.filter((answer) => answer !== null);
  } catch (error) {
    request.log.warn({ err: error }, 'the first responses could not be put into the page');
    return [];
  }
}

async function ask(request: FastifyRequest, address: string, boardId: string): Promise<FirstAnswer | null> {
  const { statusCode, body } = await request.server.inject({
    method: 'GET',
    url: address,
    remoteAddress: request.socket.remoteAddress ?? request.ip,
    headers: {
      ...passedOn(request),
      accept: 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-board': boardId,
    },
  });
  return statusCode === 200 ? { address, body } : null;
}

const passedHeaders = ['host', 'cookie', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

function passedOn({ headers }: FastifyRequest): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of passedHeaders) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  return passed;
}
