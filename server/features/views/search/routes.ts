import { search } from '#contract/search.ts';
import { AppError } from '#server/errors.ts';
import { fairSemaphore } from '#server/fair-semaphore.ts';
import { implementInSteps, type Route } from '#server/http/implement.ts';
import { searchInTime } from './queries.ts';

/** Searches leave most of the pool to other requests; whoever types fast has few waiting. */
const withSearchSlot = fairSemaphore({ atOnceMax: 8, waitingPerUserMax: 10 });

export const searchRoutes: readonly Route[] = [
  implementInSteps(search, async ({ inScope, request, body }) => {
    const userId = request.session?.userId;
    if (userId === undefined) throw new AppError('session-expired');
    return withSearchSlot(userId, () => searchInTime(inScope, body));
  }),
];
