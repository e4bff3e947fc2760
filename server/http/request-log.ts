import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

interface Facts {
  /** The user's id; none for a stranger. */
  readonly user?: string;
  /** The board whose transaction was opened; none where there was none. */
  readonly board?: string;
}

const known = new WeakMap<FastifyRequest, Facts>();

/** Adds what the request's line will say of who it was and on which board. */
export function addLogFields(request: FastifyRequest, facts: Facts): void {
  known.set(request, { ...known.get(request), ...facts });
}

/** One line per request. The route's pattern stands for the address, so that no secret in a path reaches the log. */
export function describeRequest(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.logLevel === 'silent') return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'page',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        ...known.get(request),
      },
      'request',
    );
  });
}

/** What whoever watches an installation looks for. Each has a line of its own in the log, at `warn` where something was refused. */
export type SecurityEvent =
  | 'password.right'
  | 'password.wrong'
  | 'account.disabled'
  | 'code.right'
  | 'code.wrong'
  | 'session.started'
  | 'limit.reached'
  | 'forgery.refused';

const refusals: ReadonlySet<SecurityEvent> = new Set([
  'password.wrong',
  'account.disabled',
  'code.wrong',
  'limit.reached',
  'forgery.refused',
]);

/** Ids and networks alone: an address that was typed may be anybody's, and a password that was typed into the wrong field. */
interface SecurityFacts {
  readonly ip?: string;
  /** The account's id; null where there is no account. */
  readonly user?: string | null;
  /** How it was shown who it is: `password`, `app`, `recovery-code`. */
  readonly factor?: string;
  /** The limit's name. */
  readonly limit?: string;
}

export function logSecurity(log: Logger | FastifyBaseLogger, event: SecurityEvent, facts: SecurityFacts): void {
  const line = { event, ...facts };
  if (refusals.has(event)) log.warn(line, 'security');
  else log.info(line, 'security');
}
