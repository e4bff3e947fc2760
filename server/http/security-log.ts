import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';

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

export function noteSecurity(log: Logger | FastifyBaseLogger, event: SecurityEvent, facts: SecurityFacts): void {
  const line = { event, ...facts };
  if (refusals.has(event)) log.warn(line, 'security');
  else log.info(line, 'security');
}
