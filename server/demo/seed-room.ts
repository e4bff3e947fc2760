import type { PresenceMode } from '#domain/room.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { movePointer, setOwnPresence, setPhase } from '#server/features/deciding/room/commands.ts';
import { declare, withhold } from '#server/features/deciding/room/declarations/commands.ts';
import { type OpenRoom, openRoom, settleRoom } from '#server/features/deciding/room/state/commands.ts';
import type { MeetingAct } from './seed-meeting.ts';
import { asMember, itemOf, meetingOf, memberOf, type Stage } from './seeding.ts';

/** `at` is the time of the call to order. */
export interface DemoSession extends MeetingAct {
  readonly arrivals: readonly (readonly [string, PresenceMode, Date])[];
}

const inRoom = (
  stage: Stage,
  given: MeetingAct,
  work: (scope: BoardScope, open: OpenRoom) => Promise<unknown>,
): Promise<void> =>
  asMember(stage, given, async (scope) => {
    const open = await openRoom(scope, meetingOf(stage, given.meeting));
    await work(scope, open);
    await settleRoom(scope, open.room, { atOnce: false });
  });

export async function seedSession(stage: Stage, session: DemoSession): Promise<void> {
  const { meeting } = session;
  for (const [member, mode, at] of session.arrivals)
    await inRoom(stage, { meeting, by: member, at }, (scope, open) => setOwnPresence(scope, open, mode));
  await inRoom(stage, session, (scope, open) => setPhase(scope, open, { to: 'in-session', takesBack: false }));
}

export interface DemoPointer extends MeetingAct {
  /** Zero-based index in the agenda. */
  readonly item: number;
}

export const seedPointer = (stage: Stage, given: DemoPointer): Promise<void> =>
  inRoom(stage, given, async (scope, open) => {
    await movePointer(scope, open, await itemOf(scope, meetingOf(stage, given.meeting), given.item));
  });

export interface DemoRecusal extends MeetingAct {
  readonly item?: string;
  readonly nature: string;
}

export const seedRecusal = (stage: Stage, given: DemoRecusal): Promise<void> =>
  inRoom(stage, given, async (scope, open) => {
    const itemId =
      given.item === undefined
        ? (open.page.room?.agenda_item_id ?? '')
        : await itemOf(scope, meetingOf(stage, given.meeting), given.item);
    await declare(scope, open, { itemId, effect: 'recused', nature: given.nature });
  });

export interface DemoWithholding extends MeetingAct {
  readonly item: string;
  readonly from: string;
  readonly reason: string;
}

export const seedWithholding = (stage: Stage, given: DemoWithholding): Promise<void> =>
  inRoom(stage, given, async (scope, open) => {
    const { memberId } = memberOf(stage, given.from);
    const itemId = await itemOf(scope, meetingOf(stage, given.meeting), given.item);
    await withhold(scope, open, { itemId, memberId, reason: given.reason });
  });
