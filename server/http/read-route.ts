import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { withSessionScope } from '#server/db/board-scope.ts';
import { type Entering, EntryRefused } from '#server/db/entry.ts';
import { type Afterwards, readInOneFlight, type Statements, writeInOneFlight } from '#server/db/flight.ts';
import { AppError, notFound } from '#server/errors.ts';
import { boardOf } from './board-of.ts';
import { hasUnstorableText } from './bodies.ts';
import { cookieName, cookieNames } from './cookies.ts';
import type { FlightRoute, ReadsOf } from './implement.ts';
import { addLogFields } from './request-log.ts';
import { openApiSchema, send } from './send.ts';
import { findSession, sessionUses } from './session.ts';

/** Validation, then session, rights and the page's statement in one round trip, answer. */
export function addReadRoute(
  app: FastifyInstance,
  { context, route }: { readonly context: Context; readonly route: FlightRoute },
): void {
  const { endpoint, flight } = route;
  const { pool, ports, clock } = context;
  const statements = readsOf(context, flight.reads);
  const more = flight.more && { ...flight.more, statements: readsOf(context, flight.more.reads) };
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyBytesMax,
    schema: openApiSchema(endpoint),
    // Whoever has no session does not hear what is wrong with the request.
    attachValidation: true,
    onRequest: async (request) => {
      tokenOf(context, request);
    },
    handler: async (request, reply) => {
      const token = tokenOf(context, request);
      const { params, query } = request;
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
      const asked = { params, query, header, now };
      const reading = { statements, params: flight.paramsOf({ ...asked, context }) };
      const entered = await readInOneFlight(pool, { session: { token }, access, board, now }, reading).catch(
        (error: unknown) => {
          if (error instanceof EntryRefused && error.userId !== null) addLogFields(request, { user: error.userId });
          throw error;
        },
      );
      const { found, sessionId } = entered;
      const reader = { ...entered.reader, ports };
      addLogFields(request, { user: entered.userId, board: reader.board.id });
      if (entered.isUseDue) context.deferred.add(sessionUses, { token, at: now });
      const session = { id: sessionId };
      const enteringAgain = (): Entering => ({ ...onSameBoard({ session, access, reader }), now: clock.now() });
      const isHead = request.method === 'HEAD';
      const afterwards: Afterwards<typeof found> = {
        async again() {
          const read = await readInOneFlight(pool, enteringAgain(), reading);
          return { reader: { ...read.reader, ports }, found: read.found };
        },
        async record(statement, written) {
          if (!isHead) await writeInOneFlight(pool, enteringAgain(), { statement, params: written });
        },
        inScope: (work) => withSessionScope(context, onSameBoard({ session, access, reader }), work),
      };
      const rest = more?.isNeeded(reader, found, reading.params)
        ? await readInOneFlight(pool, enteringAgain(), { ...more, params: reading.params })
        : null;
      const answer = await flight.answer({
        ...asked,
        ...afterwards,
        context: isHead ? remembersNothing(context) : context,
        reader,
        sessionId,
        found,
        more: rest?.found ?? null,
      });
      return send({ context, endpoint, request, reply, answer });
    },
  });
}

const readsOf = <S extends Statements<never>>({ ports }: Context, reads: ReadsOf<S>): S =>
  typeof reads === 'function' ? reads(ports) : reads;

/** Whoever has entered enters again: the rights are checked anew. */
const onSameBoard = ({
  session,
  access,
  reader,
}: Pick<Entering, 'session' | 'access'> & { readonly reader: { readonly board: { readonly id: string } } }) =>
  ({ session, access, board: { from: 'header', id: reader.board.id } }) as const;

/** Asking for the headers alone opens nothing. */
const remembersNothing = (context: Context): Context => ({
  ...context,
  deferred: { ...context.deferred, add: () => undefined },
});

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
