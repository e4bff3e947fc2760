import { sql } from 'kysely';
import pg from 'pg';
import { search } from '#contract/search.ts';
import { AppError } from '#server/errors.ts';
import { fairSemaphore } from '#server/fair-semaphore.ts';
import { implementInSteps, type Route } from '#server/http/implement.ts';
import { searchBoard } from './queries.ts';

/** Searches leave most of the pool to everybody else; who types fast has few waiting. */
const inTurn = fairSemaphore({ atOnceMax: 8, waitingPerUserMax: 10 });

/** Of one statement. The dearest search of a large board needs a small part of it. */
const statementMsMax = 5_000;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html: query_canceled. */
const canceled = '57014';

export const searchRoutes: readonly Route[] = [
  implementInSteps(search, async ({ inScope, request: visit, body }) => {
    const userId = visit.session?.userId;
    if (userId === undefined) throw new AppError('session-expired');
    return inTurn(userId, async () => {
      try {
        return await inScope(async (scope) => {
          await sql`select set_config('statement_timeout', ${String(statementMsMax)}, true)`.execute(scope.tx);
          return searchBoard(scope, body);
        });
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === canceled) throw new AppError('unavailable');
        throw error;
      }
    });
  }),
];
