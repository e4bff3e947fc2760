import { getWaiting } from '#contract/waiting.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { presentWaiting } from './present.ts';
import { readWaiting } from './queries.ts';

export const waitingRoutes: readonly Route[] = [
  implement(getWaiting, async ({ context, session }) =>
    presentWaiting(await readWaiting(context, session), context.clock.now()),
  ),
];
