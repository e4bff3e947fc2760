import type { BodyOf } from '#contract/endpoint.ts';
import type { placeAgendaOffer } from '#contract/meeting-minutes.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, refused } from '#server/errors.ts';
import { placeApproval } from '#server/features/deciding/meeting-minutes/approval/commands.ts';
import { publishMinutes, readMinutes } from '#server/features/deciding/meeting-minutes/minutes/commands.ts';
import { canPlaceOffers } from '#server/features/deciding/meeting-minutes/minutes/policy.ts';
import { lockMinutes } from '#server/features/deciding/meeting-minutes/minutes/queries.ts';
import { plainItem } from '#server/features/deciding/motions/motion/commands.ts';
import { lockRoom, readRoom } from '#server/features/deciding/room/state/commands.ts';
import { addAgendaItem } from '#server/features/homes/meetings/agenda/commands.ts';
import { loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { offersOf } from './present.ts';
import { filledOfMeeting } from './queries.ts';

/** Locks the meeting before the minutes, in the order of `server/db/board-lock.ts`. */
export async function placeOffer(
  scope: BoardScope,
  config: Config,
  { meetingId, body }: { readonly meetingId: string; readonly body: BodyOf<typeof placeAgendaOffer> },
): Promise<void> {
  const { minutes_of: minutesOf, before_id: beforeId } = body;
  const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
  const room = await lockRoom(scope, meetingId);
  authorize(canPlaceOffers(scope, config, await readRoom(scope, meetingId)));
  if (minutesOf !== null) await lockMinutes(scope, minutesOf);
  const found = await filledOfMeeting.run(scope.tx, { id: meetingId }, scope.now);
  const offer = found && offersOf(scope, found).find(({ minutes_of: of }) => of === minutesOf);
  if (!offer) throw refused(minutesMessages.notOffered);
  const open = minutesOf === null ? null : await readMinutes(scope, minutesOf);
  if (open !== null) {
    await placeApproval(scope, open, { meeting, room, beforeId });
    await publishMinutes(scope, open);
    return;
  }
  await addAgendaItem(scope, meeting, {
    ...plainItem,
    title: offer.title,
    purpose: null,
    before_id: beforeId,
    kind: 'written-resolutions',
  });
}
