import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { randomToken } from '#server/secrets.ts';
import { cookieJar, cookieName, cookieNames, isCsrfToken, isOwnOrigin } from './cookies.ts';
import type { RequestContext } from './implement.ts';
import { addLogFields, logSecurity } from './request-log.ts';
import {
  confirmSession,
  endSession,
  findSession,
  isConfirmed,
  type Session,
  setSessionBoard,
  startSession,
} from './session.ts';

/** Shorter values cannot be our own cookie. */
const preSessionCharactersMin = 40;

export async function openRequestContext(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestContext> {
  const token = request.cookies[cookieName(context.config, cookieNames.session)];
  const session = token === undefined ? null : await findSession(context, token);
  if (session) addLogFields(request, { user: session.userId });
  return requestContextOf(context, { request, reply, session });
}

export function requestContextOf(
  context: Context,
  given: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly session: Session | null },
): RequestContext {
  const { request, reply, session } = given;
  const jar = cookieJar(context, reply);
  const cookie = (name: string): string | undefined => request.cookies[cookieName(context.config, name)];
  const userAgent = request.headers['user-agent'] ?? '';
  let token = cookie(cookieNames.session);
  const end = async (): Promise<void> => {
    if (token !== undefined) await endSession(context, token);
    token = undefined;
    jar.clear(cookieNames.session);
    const fresh = randomToken();
    jar.set(cookieNames.preSession, fresh);
    jar.setCsrf(fresh);
  };
  return {
    ip: request.ip,
    userAgent,
    isHead: request.method === 'HEAD',
    session,
    isConfirmed: isConfirmed(session, context.clock.now()),
    header: (name) => headerOf(request, name),
    cookie,
    control: {
      async start(options) {
        const started = await startSession(context, { ...options, userAgent });
        logSecurity(request.log, 'session.started', { ip: request.ip, user: options.userId });
        if (token !== undefined) await endSession(context, token);
        token = started;
        jar.setSession(token, options.remember);
        if (cookie(cookieNames.pending) !== undefined) jar.clear(cookieNames.pending);
        jar.setCsrf(token);
      },
      async holdPending(pending) {
        await end();
        jar.set(cookieNames.pending, pending);
      },
      async confirm() {
        if (!session || token === undefined) throw new Error('There is no session to confirm.');
        token = await confirmSession(context, token);
        jar.setSession(token, session.remember);
        jar.setCsrf(token);
      },
      end,
      async setBoard(boardId) {
        return token === undefined ? false : setSessionBoard(context, token, boardId);
      },
      setCookie: jar.set,
      issueCsrf() {
        if (session && token !== undefined) {
          jar.setCsrf(token);
          return;
        }
        const known = cookie(cookieNames.preSession);
        const isKnown = known !== undefined && known.length >= preSessionCharactersMin;
        const boundTo = isKnown ? known : randomToken();
        if (!isKnown) jar.set(cookieNames.preSession, boundTo);
        jar.setCsrf(boundTo);
      },
    },
  };
}

/** Throws 419 if the CSRF token is missing or wrong, or if the request comes from another origin. */
export function refuseForgery(context: Context, request: FastifyRequest, requestContext: RequestContext): void {
  const boundTo = requestContext.cookie(requestContext.session ? cookieNames.session : cookieNames.preSession);
  if (isOwnRequest(context, request, boundTo)) return;
  logSecurity(request.log, 'forgery.refused', { ip: request.ip, user: requestContext.session?.userId ?? null });
  throw new AppError('session-expired');
}

export function isOwnRequest(context: Context, request: FastifyRequest, boundTo: string | undefined): boolean {
  const own = isOwnOrigin(context, request.headers.origin, request.host);
  return own && isCsrfToken(context, boundTo, headerOf(request, 'x-xsrf-token'));
}

export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
