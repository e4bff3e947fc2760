import type { TestClient } from './client.ts';
import type { MadeAgendaItem, MadeMember } from './factories.ts';
import type { TestApp } from './test-app.ts';

export type DecidingStage = Awaited<ReturnType<typeof stageMeeting>>;

const stageStart = '2026-11-19T14:00:00Z';

/** Nobody is present, and the meeting is not called to order. */
export async function stageMeeting(server: TestApp, given: { readonly voters: number; readonly items?: number }) {
  const { context } = server;
  context.clock.set(stageStart);
  const board = await server.make.board();
  const chair = await server.make.member({ board, firstName: 'Ada', isBoardAdmin: true });
  const others: MadeMember[] = [];
  for (let nth = 1; nth < given.voters; nth += 1) others.push(await server.make.member({ board }));
  /** The first voter is a board admin and the chair. */
  const voters = [chair, ...others] as const;
  const meeting = await server.make.meeting({ board, startsAt: stageStart, endsAt: '2026-11-19T18:00:00Z' });
  for (const member of voters) await server.make.invitee({ meeting, member });
  const first = await server.make.agendaItem({ meeting });
  const rest: MadeAgendaItem[] = [];
  for (let nth = 1; nth < (given.items ?? 1); nth += 1) rest.push(await server.make.agendaItem({ meeting }));
  await server.inBoard(board.id, async (tx) => {
    await tx.updateTable('deciding_settings').set({ confirmed_at: context.clock.now() }).execute();
    await tx.updateTable('bodies').set({ chair_id: chair.id }).where('id', '=', board.id).execute();
  });
  const clients = new Map<string, TestClient>();
  for (const member of voters) clients.set(member.id, await server.signIn(member));
  const clientOf = ({ id }: Pick<MadeMember, 'id'>): TestClient => {
    const client = clients.get(id);
    if (client === undefined) throw new Error('Nobody of this stage.');
    return client;
  };
  return {
    board,
    meeting,
    items: [first, ...rest] as const,
    voters,
    desk: clientOf(chair),
    clientOf,
    path: (rest: string) => `/ajax/meetings/${meeting.id}/${rest}`,
  };
}

export async function callToOrder(stage: DecidingStage): Promise<void> {
  for (const member of stage.voters) await stage.clientOf(member).post(stage.path('presence'), { mode: 'in-person' });
  await stage.desk.post(stage.path('room/phase'), { to: 'in-session' });
  await stage.desk.post(stage.path('room/pointer'), { agenda_item_id: stage.items[0].id });
}
