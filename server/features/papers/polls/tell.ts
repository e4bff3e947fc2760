import type { BoardScope } from '#server/db/board-scope.ts';
import type { PollPlace } from './policy.ts';

/** Tells the open pages of the item on which a poll stands. */
export const tellPollChanged = (scope: BoardScope, place: PollPlace): Promise<void> =>
  scope.ports.pollHomes[place.item.kind].publishChanged(scope, place);

/** What the log says of where a poll stands. */
export const placeDetail = ({ item }: PollPlace): Readonly<Record<string, string>> =>
  item.kind === 'meeting' ? { meeting_id: item.id } : { announcement_id: item.id };
