import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyBytesMax, type Endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { AppError, authorize } from '#server/errors.ts';
import { bodySource, type RefusedBodies, sourceOfSession } from './bodies.ts';
import { cookieName, cookieNames } from './cookies.ts';
import type { RequestContext, Route } from './implement.ts';
import { isOwnRequest, openRequestContext, refuseForgery, requestContextOf } from './request-context.ts';
import { logUnnamed } from './request-log.ts';

export interface Call {
  readonly context: Context;
  readonly endpoint: Endpoint;
  readonly steps: Steps;
  readonly refusedBodies: RefusedBodies;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** This is null until a step has admitted the caller. */
  caller: RequestContext | null;
  admittedAt: number;
  bodySource: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null;
  }
}

type Step = (call: Call) => void | Promise<void>;

interface Steps {
  readonly onHeaders: readonly Step[];
  readonly onBody: readonly Step[];
  /** These steps run before a validation error is sent, because callers without access must not see it. */
  readonly onInvalid: readonly Step[];
}

/** The caller is checked again after the body has arrived. */
const stepsOfKinds = {
  read: { onHeaders: [admit], onBody: [], onInvalid: [] },
  change: { onHeaders: [admit, refuseRepeatedBody], onBody: [admit], onInvalid: [] },
  'board read': { onHeaders: [requireSessionCookie], onBody: [], onInvalid: [admit] },
  'board request': { onHeaders: [admitByToken, refuseRepeatedBody], onBody: [], onInvalid: [admit] },
  'long board request': { onHeaders: [admit, refuseRepeatedBody], onBody: [admitAgainIfLate], onInvalid: [admit] },
} as const satisfies Readonly<Record<string, Steps>>;

export const stepsOf = (route: Route): Steps => stepsOfKinds[kindOf(route)];

export async function runSteps(steps: readonly Step[], call: Call): Promise<void> {
  for (const step of steps) await step(call);
}

export async function refuseInvalid(call: Call, error: Error): Promise<never> {
  await runSteps(call.steps.onInvalid, call);
  throw error;
}

function kindOf(route: Route): keyof typeof stepsOfKinds {
  const { endpoint } = route;
  const isBodiless = endpoint.method === 'GET' || endpoint.method === 'HEAD';
  if ('flight' in route) return isBodiless ? 'board read' : 'board request';
  if (isBodiless) return 'read';
  if (!isOfBoard(endpoint) && !route.entersBoard) return 'change';
  if (endpoint.confirmed || route.limit || route.inSteps) return 'change';
  return endpoint.bodyBytesMax <= bodyBytesMax ? 'board request' : 'long board request';
}

export const findsSessionOnce = (route: Route): boolean => kindOf(route) === 'board request';

const isOfBoard = ({ access }: Endpoint): boolean => access === 'member' || access === 'board-admin';

async function admit(call: Call): Promise<void> {
  const { context, endpoint, request, reply } = call;
  if (endpoint.unnamed) logUnnamed(request);
  // Public calls without CSRF protection must not extend the session, because pages also make them while idle.
  const isWithoutSession = endpoint.access === 'public' && endpoint.csrf === 'exempt';
  const caller = isWithoutSession
    ? requestContextOf(context, { request, reply, session: null })
    : await openRequestContext(context, request, reply);
  call.caller = caller;
  call.admittedAt = performance.now();
  refuseStranger(endpoint, caller);
  const changes = endpoint.method !== 'GET' && endpoint.method !== 'HEAD';
  if (changes && endpoint.csrf !== 'exempt') refuseForgery(context, request, caller);
  if (endpoint.confirmed && !caller.isConfirmed) throw new AppError('password-unconfirmed');
}

function refuseStranger({ access }: Endpoint, { session }: RequestContext): void {
  if (access === 'public' || access === 'magic') return;
  if (!session) throw new AppError('session-expired');
  if (access === 'site-admin') authorize(session.isSiteAdmin);
}

/** Admits a request without a database query if it has a session cookie and the matching CSRF token. */
async function admitByToken(call: Call): Promise<void> {
  const { context, endpoint, request, reply } = call;
  const token = sessionTokenOf(call);
  if (token === undefined || !isOwnRequest(context, request, token)) return admit(call);
  if (endpoint.unnamed) logUnnamed(request);
  call.caller = requestContextOf(context, { request, reply, session: null });
  call.bodySource = sourceOfSession(token);
}

function requireSessionCookie(call: Call): void {
  if (sessionTokenOf(call) === undefined) throw new AppError('session-expired');
}

/** Milliseconds. If the body takes longer, the session is checked again. */
const promptBodyMs = 1_000;

async function admitAgainIfLate(call: Call): Promise<void> {
  if (performance.now() - call.admittedAt > promptBodyMs) await admit(call);
}

function refuseRepeatedBody(call: Call): void {
  const { endpoint, request, refusedBodies } = call;
  const caller = callerOf(call);
  // Requests with neither a session nor a CSRF check are not counted, because another site may have sent them.
  if (caller.session || endpoint.csrf !== 'exempt')
    refusedBodies.refuseRepeated(request, call.bodySource ?? bodySource(caller));
}

export function callOf({ call }: FastifyRequest): Call {
  if (!call) throw new Error('The request has not gone through its steps.');
  return call;
}

export function callerOf({ caller }: Call): RequestContext {
  if (!caller) throw new Error('No step has admitted the caller.');
  return caller;
}

export const sessionTokenOf = ({ context, request }: Pick<Call, 'context' | 'request'>): string | undefined =>
  request.cookies[cookieName(context.config, cookieNames.session)];
