import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

interface Facts {
  readonly user?: string;
  readonly board?: string;
}

const known = new WeakMap<FastifyRequest, Facts>();
const unnamed = new WeakSet<FastifyRequest>();

export function logUnnamed(request: FastifyRequest): void {
  unnamed.add(request);
}

export function addLogFields(request: FastifyRequest, facts: Facts): void {
  known.set(request, { ...known.get(request), ...facts });
}

/** Assets are logged as one route, because each build changes their names. */
export function routeOf({ routeOptions: { url } }: Pick<FastifyRequest, 'routeOptions'>): string {
  if (url === undefined) return 'page';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

/** Logs the route's pattern instead of the path, so that secret paths are not logged. */
export function describeRequest(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.logLevel === 'silent') return;
    const { user, ...facts } = known.get(request) ?? {};
    const who = unnamed.has(request) ? {} : { ip: request.ip, ...(user === undefined ? {} : { user }) };
    request.log.info(
      {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...who,
        ...facts,
      },
      'request',
    );
  });
}

/** The level at which each event is logged. */
const securityEvents = {
  'password.right': 'info',
  'password.wrong': 'warn',
  'account.disabled': 'warn',
  'code.right': 'info',
  'code.wrong': 'warn',
  'passkey.right': 'info',
  'passkey.wrong': 'warn',
  'passkey.counter-fell': 'warn',
  'provider.right': 'info',
  'provider.wrong': 'warn',
  'session.started': 'info',
  'limit.reached': 'warn',
  'forgery.refused': 'warn',
} as const;

export type SecurityEvent = keyof typeof securityEvents;

/** Must not contain text that a user typed, because it may be a password in the wrong field. */
interface SecurityFacts {
  readonly ip?: string;
  readonly user?: string | null;
  readonly factor?: string;
  readonly limit?: string;
  readonly provider?: string;
  readonly reason?: string;
}

export function logSecurity(log: Logger | FastifyBaseLogger, event: SecurityEvent, facts: SecurityFacts): void {
  log[securityEvents[event]]({ event, ...facts }, 'security');
}
