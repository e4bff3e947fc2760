import type { PresenceMode } from '#domain/room.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type OpenRoom, openRoom, settleRoom } from '#server/features/deciding/room/base/commands.ts';
import { movePointer, setOwnPresence, setPhase } from '#server/features/deciding/room/commands.ts';
import { declare, withhold } from '#server/features/deciding/room/declarations/commands.ts';
import { listAgendaItems } from '#server/features/homes/meetings/base/queries.ts';
import { asMember, type SeededMember, type Seeding } from './seeding.ts';

interface DemoSession {
  readonly meetingId: string;
  readonly adminId: string;
  readonly arrivals: readonly { readonly member: SeededMember; readonly mode: PresenceMode; readonly at: Date }[];
  readonly calledAt: Date;
  readonly items: readonly Date[];
}

interface RoomAct {
  readonly meetingId: string;
  readonly userId: string;
  readonly at: Date;
}

const inRoom = (
  seeding: Seeding,
  { meetingId, userId, at }: RoomAct,
  work: (scope: BoardScope, open: OpenRoom) => Promise<unknown>,
): Promise<void> =>
  asMember(seeding, { userId, at }, async (scope) => {
    const open = await openRoom(scope, meetingId);
    await work(scope, open);
    await settleRoom(scope, open.room, { atOnce: false });
  });

export async function seedSession(seeding: Seeding, session: DemoSession): Promise<void> {
  const { meetingId, adminId } = session;
  const act = (userId: string, at: Date, work: Parameters<typeof inRoom>[2]): Promise<void> =>
    inRoom(seeding, { meetingId, userId, at }, work);
  for (const { member, mode, at } of session.arrivals)
    await act(member.userId, at, (scope, open) => setOwnPresence(scope, open, mode));
  await act(adminId, session.calledAt, (scope, open) => setPhase(scope, open, { to: 'in-session', takesBack: false }));
  for (const [nth, at] of session.items.entries()) {
    await act(adminId, at, async (scope, open) => {
      const item = (await listAgendaItems(scope, meetingId, 'everybody'))[nth];
      if (item) await movePointer(scope, open, item.id);
    });
  }
}

interface DemoRecusal {
  readonly meetingId: string;
  readonly member: SeededMember;
  readonly at: Date;
  readonly nature: string;
}

export const seedRecusal = (seeding: Seeding, { meetingId, member, at, nature }: DemoRecusal): Promise<void> =>
  inRoom(seeding, { meetingId, userId: member.userId, at }, (scope, open) =>
    declare(scope, open, { itemId: open.page.room?.agenda_item_id ?? '', effect: 'recused', nature }),
  );

interface DemoWithholding extends DemoRecusal {
  readonly adminId: string;
  readonly title: string;
  readonly reason: string;
}

export async function seedWithholding(seeding: Seeding, given: DemoWithholding): Promise<void> {
  const { meetingId, member, adminId, at, title, nature, reason } = given;
  const itemOf = async (scope: BoardScope): Promise<string> => {
    const item = (await listAgendaItems(scope, meetingId, 'everybody')).find((each) => each.title.includes(title));
    if (!item) throw new Error(`The meeting has no item named ${title}.`);
    return item.id;
  };
  await inRoom(seeding, { meetingId, userId: member.userId, at }, async (scope, open) =>
    declare(scope, open, { itemId: await itemOf(scope), effect: 'recused', nature }),
  );
  const later = new Date(+at + 3_600_000);
  await inRoom(seeding, { meetingId, userId: adminId, at: later }, async (scope, open) =>
    withhold(scope, open, { itemId: await itemOf(scope), memberId: member.memberId, reason }),
  );
}
