import { streamEvents } from '../../../contract/events.ts';
import { implement, type Route } from '../../http/implement.ts';

export const eventRoutes: readonly Route[] = [
  implement(streamEvents, async ({ scope, context }) => {
    const { isBoardAdmin } = scope.member;
    return { subscribe: (send) => context.live.subscribe(scope.board.id, { isBoardAdmin, send }) };
  }),
];
