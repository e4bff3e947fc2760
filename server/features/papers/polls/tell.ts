import type { BoardScope } from '#server/db/board-scope.ts';
import { tellAnnouncementChanged } from '#server/features/homes/announcements/tell.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import type { PollPlace } from './policy.ts';

/** Tells the open pages of the item on which a poll stands. */
export async function tellPollChanged(scope: BoardScope, { item, state }: PollPlace): Promise<void> {
  if (item.kind === 'meeting') await tellMeetingChanged(scope, { id: item.id, state });
  else await tellAnnouncementChanged(scope, { id: item.id, state: state === 'published' ? 'published' : 'draft' });
}

/** What the log says of where a poll stands. */
export const placeDetail = ({ item }: PollPlace): Readonly<Record<string, string>> =>
  item.kind === 'meeting' ? { meeting_id: item.id } : { announcement_id: item.id };
