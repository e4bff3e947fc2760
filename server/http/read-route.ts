import type { Context } from '#server/context.ts';
import { type InScope, type Reader, withSessionScope } from '#server/db/board-scope.ts';
import { type BoardEntry, EntryRefused } from '#server/db/entry.ts';
import { type ReadFollowUp, readInOneFlight, writeInOneFlight } from '#server/db/flight.ts';
import type { Statements } from '#server/db/page-statement.ts';
import { sessionUses } from '#server/db/session-uses.ts';
import { AppError, notFound } from '#server/errors.ts';
import { boardOf } from './board-of.ts';
import { sourceOfSession } from './bodies.ts';
import type { FlightRoute, ReadsOf } from './implement.ts';
import { headerOf } from './request-context.ts';
import { addLogFields } from './request-log.ts';
import { type Call, refuseInvalid, sessionTokenOf } from './request-steps.ts';

export function flightAnswer(context: Context, { endpoint, flight }: FlightRoute) {
  const { pool, ports, clock } = context;
  const statements = readsOf(context, flight.reads);
  const more = flight.more && { ...flight.more, statements: readsOf(context, flight.more.reads) };
  return async (call: Call): Promise<unknown> => {
    const { request } = call;
    const { access } = endpoint;
    const token = sessionTokenOf(call);
    if (token === undefined) throw new AppError('session-expired');
    const { params, query, body } = request;
    const header = (name: string): string | undefined => headerOf(request, name);
    const board = boardOf(endpoint, { params, query, header }) ?? (await refuseInvalid(call, notFound()));
    const now = clock.now();
    const asked = { params, query, body, header, now };
    const reading = { statements, params: flight.paramsOf?.({ ...asked, context }) ?? params };
    const againOn = (sessionId: string, { board: { id } }: Reader): BoardEntry => ({
      session: { id: sessionId },
      access,
      board: { from: 'header', id },
      now: clock.now(),
    });
    const read = async () => {
      const first = await readInOneFlight(pool, { session: { token }, access, board, now }, reading).catch(
        (error: unknown) => {
          if (error instanceof EntryRefused && error.userId !== null) addLogFields(request, { user: error.userId });
          throw error;
        },
      );
      addLogFields(request, { user: first.userId, board: first.reader.board.id });
      if (first.isUseDue) context.deferred.add(sessionUses, { token, at: now });
      const second = more?.isNeeded(first.reader, first.found, reading.params)
        ? await readInOneFlight(pool, againOn(first.sessionId, first.reader), { ...more, params: reading.params })
        : null;
      return { ...first, rest: second?.found ?? null };
    };
    const entered = await (flight.limit ? flight.limit(context)(sourceOfSession(token), read) : read());
    const { found, sessionId } = entered;
    const reader = { ...entered.reader, ports };
    const entering = (): BoardEntry => againOn(sessionId, reader);
    const isHead = request.method === 'HEAD';
    const inScope: InScope = (work) => withSessionScope(context, entering(), work);
    const afterwards: ReadFollowUp<typeof found> = {
      async again() {
        const read = await readInOneFlight(pool, entering(), reading);
        return { reader: { ...read.reader, ports }, found: read.found };
      },
      async record(statement, written) {
        if (!isHead) await writeInOneFlight(pool, entering(), { statement, params: written });
      },
      inScope: isHead ? undone(inScope) : inScope,
    };
    return flight.answer({
      ...asked,
      ...afterwards,
      context: isHead ? remembersNothing(context) : context,
      reader,
      sessionId,
      found,
      more: entered.rest,
    });
  };
}

const readsOf = <S extends Statements<never>>({ ports }: Context, reads: ReadsOf<S>): S =>
  typeof reads === 'function' ? reads(ports) : reads;

/** HEAD requests must not be recorded as visits. */
const remembersNothing = (context: Context): Context => ({
  ...context,
  deferred: { ...context.deferred, add: () => undefined },
});

const undone =
  (inScope: InScope): InScope =>
  async <T>(work: Parameters<typeof inScope<T>>[0]) => {
    const done: T[] = [];
    const rollback = new Error('A HEAD request must not write anything.');
    await inScope(async (scope) => {
      done.push(await work(scope));
      throw rollback;
    }).catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
    return done[0] as T;
  };
