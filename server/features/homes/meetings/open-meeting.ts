import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { canEditMeeting } from './policy.ts';
import { type LoadedMeeting, loadMeeting } from './queries.ts';
import { presentMeeting } from './whole-meeting.ts';

/** The meeting, its row held, if the member may edit it: of several at once each finds what the one before has left. */
export async function openForEditor(scope: BoardScope, meetingId: string): Promise<LoadedMeeting> {
  const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
  authorize(canEditMeeting(scope, meeting));
  return meeting;
}

/** What it has become, for an answer. */
export async function presentNow(scope: BoardScope, context: Context, meetingId: string) {
  return { meeting: await presentMeeting(scope, context.config, { meeting: await loadMeeting(scope, meetingId) }) };
}
