import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { type InScope, withSessionScope } from '#server/db/board-scope.ts';
import { type Entering, EntryRefused } from '#server/db/entry.ts';
import { type Afterwards, readInOneFlight, writeInOneFlight } from '#server/db/flight.ts';
import type { Statements } from '#server/db/page-statement.ts';
import { sessionUses } from '#server/db/session-uses.ts';
import { AppError, notFound } from '#server/errors.ts';
import { boardOf } from './board-of.ts';
import { hasUnstorableText, type RefusedBodies, sourceOfSession } from './bodies.ts';
import { cookieName, cookieNames } from './cookies.ts';
import type { FlightRoute, ReadsOf } from './implement.ts';
import { isOwnRequest, openRequestContext, refuseForgery } from './request-context.ts';
import { addLogFields } from './request-log.ts';
import { openApiSchema, send } from './send.ts';
import { findSession } from './session.ts';

/** Adds a read: validation, then session, rights and the page's statements in one round trip, then the response. */
export function addReadRoute(
  app: FastifyInstance,
  given: { readonly context: Context; readonly refusedBodies: RefusedBodies; readonly route: FlightRoute },
): void {
  const { context, refusedBodies, route } = given;
  const { endpoint, flight } = route;
  const { pool, ports, clock } = context;
  const statements = readsOf(context, flight.reads);
  const more = flight.more && { ...flight.more, statements: readsOf(context, flight.more.reads) };
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyBytesMax,
    schema: openApiSchema(endpoint),
    // A caller without a session must not learn what is wrong with the request.
    attachValidation: true,
    onRequest: async (request, reply) => {
      const token = tokenOf(context, request);
      if (endpoint.method !== 'POST') return;
      if (!isOwnRequest(context, request, token)) {
        // The log of the refusal names the session's user.
        refuseForgery(context, request, await openRequestContext(context, request, reply));
      }
      refusedBodies.refuseRepeated(request, sourceOfSession(token));
    },
    handler: async (request, reply) => {
      const token = tokenOf(context, request);
      const { params, query, body } = request;
      const header = (name: string): string | undefined => headerOf(request, name);
      const board = boardOf(endpoint, { params, query, header });
      const wrong = wrongIn(request) ?? (board === null ? notFound() : null);
      if (wrong !== null || board === null) {
        const session = await findSession(context, token);
        if (session) addLogFields(request, { user: session.userId });
        throw session ? wrong : new AppError('session-expired');
      }
      const now = clock.now();
      const { access } = endpoint;
      const asked = { params, query, body, header, now };
      const reading = { statements, params: flight.paramsOf({ ...asked, context }) };
      const session = { token };
      const read = async () => {
        const first = await readInOneFlight(pool, { session, access, board, now }, reading).catch((error: unknown) => {
          if (error instanceof EntryRefused && error.userId !== null) addLogFields(request, { user: error.userId });
          throw error;
        });
        addLogFields(request, { user: first.userId, board: first.reader.board.id });
        if (first.isUseDue) context.deferred.add(sessionUses, { token, at: now });
        const again = {
          ...onSameBoard({ session: { id: first.sessionId }, access, reader: first.reader }),
          now: clock.now(),
        };
        const second = more?.isNeeded(first.reader, first.found, reading.params)
          ? await readInOneFlight(pool, again, { ...more, params: reading.params })
          : null;
        return { ...first, rest: second?.found ?? null };
      };
      const entered = await (flight.limit ? flight.limit(context)(sourceOfSession(token), read) : read());
      const { found, sessionId } = entered;
      const reader = { ...entered.reader, ports };
      const known = onSameBoard({ session: { id: sessionId }, access, reader });
      const enteringAgain = (): Entering => ({ ...known, now: clock.now() });
      const isHead = request.method === 'HEAD';
      const inScope: InScope = (work) => withSessionScope(context, known, work);
      const afterwards: Afterwards<typeof found> = {
        async again() {
          const read = await readInOneFlight(pool, enteringAgain(), reading);
          return { reader: { ...read.reader, ports }, found: read.found };
        },
        async record(statement, written) {
          if (!isHead) await writeInOneFlight(pool, enteringAgain(), { statement, params: written });
        },
        inScope: isHead ? undone(inScope) : inScope,
      };
      const answer = await flight.answer({
        ...asked,
        ...afterwards,
        context: isHead ? remembersNothing(context) : context,
        reader,
        sessionId,
        found,
        more: entered.rest,
      });
      return send({ context, endpoint, request, reply, answer });
    },
  });
}

const readsOf = <S extends Statements<never>>({ ports }: Context, reads: ReadsOf<S>): S =>
  typeof reads === 'function' ? reads(ports) : reads;

/** Enters the same board again, which checks the rights anew. */
const onSameBoard = ({
  session,
  access,
  reader,
}: Pick<Entering, 'session' | 'access'> & { readonly reader: { readonly board: { readonly id: string } } }) =>
  ({ session, access, board: { from: 'header', id: reader.board.id } }) as const;

/** A HEAD request does not count as opening anything. */
const remembersNothing = (context: Context): Context => ({
  ...context,
  deferred: { ...context.deferred, add: () => undefined },
});

/** Rolls back what the work wrote. */
const undone =
  (inScope: InScope): InScope =>
  async <T>(work: Parameters<typeof inScope<T>>[0]) => {
    const done: T[] = [];
    const rollback = new Error('HEAD writes nothing.');
    await inScope(async (scope) => {
      done.push(await work(scope));
      throw rollback;
    }).catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
    return done[0] as T;
  };

function tokenOf(context: Context, request: FastifyRequest): string {
  const token = request.cookies[cookieName(context.config, cookieNames.session)];
  if (token === undefined) throw new AppError('session-expired');
  return token;
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function wrongIn(request: FastifyRequest): Error | null {
  if (hasUnstorableText(request.params)) return notFound();
  if (hasUnstorableText(request.query)) return new AppError('invalid');
  return request.validationError ?? null;
}
