import { streamEvents } from '../../../contract/events.ts';
import { AppError } from '../../errors.ts';
import { implement, type Route } from '../../http/implement.ts';

/** A browser holds one for all of its tabs; more than this is no reader. */
const streamsPerMemberMax = 20;

export const eventRoutes: readonly Route[] = [
  implement(streamEvents, async ({ scope, context }) => {
    const { id: memberId, isBoardAdmin } = scope.member;
    const { live } = context;
    if (live.streamsOf(scope.board.id, memberId) >= streamsPerMemberMax) throw new AppError('too-many');
    return { subscribe: (send) => live.subscribe(scope.board.id, { memberId, isBoardAdmin, send }) };
  }),
];
