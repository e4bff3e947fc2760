import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

interface Facts {
  readonly user?: string;
  readonly board?: string;
}

const known = new WeakMap<FastifyRequest, Facts>();

export function addLogFields(request: FastifyRequest, facts: Facts): void {
  known.set(request, { ...known.get(request), ...facts });
}

/** Logs the route's pattern, so that secret paths stay out. */
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

/** Refusals are logged at `warn`. */
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

/** No typed text: it may be another's address or a misplaced password. */
interface SecurityFacts {
  readonly ip?: string;
  /** Null without an account. */
  readonly user?: string | null;
  /** `password`, `app`, `recovery-code` */
  readonly factor?: string;
  readonly limit?: string;
}

export function logSecurity(log: Logger | FastifyBaseLogger, event: SecurityEvent, facts: SecurityFacts): void {
  const line = { event, ...facts };
  if (refusals.has(event)) log.warn(line, 'security');
  else log.info(line, 'security');
}
