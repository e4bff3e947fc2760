import { expect, test } from 'vitest';
import { type Visits, visited } from '#domain/visits.ts';
import { testApp } from '#tests/support/test-app.ts';
import { meetingVisits } from './commands.ts';

const server = testApp();
const at = new Date('2026-11-16T12:00:00Z');
const before = (ms: number) => new Date(at.getTime() - ms);

test('the database stores visits as the domain rule says', async () => {
  const board = await server.make.board();
  const meeting = await server.make.meeting({ board });
  const member = await server.make.member({ board });
  await server.make.invitee({ meeting, member });
  const visit = { boardId: board.id, meetingId: meeting.id, memberId: member.id, at };
  const instants = [-1_000, 0, 1, 59_999, 60_000, 60_001, 1_799_999, 1_800_000, 1_800_001, 86_400_000].map(before);
  const kept: readonly Visits[] = [
    { last_visited_at: null, previous_visited_at: null },
    ...instants.flatMap((last_visited_at) =>
      [null, before(172_800_000)].map((previous_visited_at) => ({ last_visited_at, previous_visited_at })),
    ),
  ];
  for (const visits of kept) {
    await server.inBoard(board.id, (tx) => tx.updateTable('invitees').set(visits).execute());
    await meetingVisits.write(server.context.db, [visit]);
    const rows = await server.sql('select last_visited_at, previous_visited_at from invitees where board_id = $1', [
      board.id,
    ]);
    expect(rows).toEqual([visited(visits, at) ?? visits]);
  }
});
