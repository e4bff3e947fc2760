import type { TestClient } from './client.ts';
import type { MadeMember } from './factories.ts';
import type { TestApp } from './test-app.ts';

interface Identified {
  readonly id: string;
}

export const wholeBoard = { whole_board: true, group_ids: [], member_ids: [] };

export const audienceOf = (groups: readonly Identified[], members: readonly Identified[] = []) => ({
  whole_board: false,
  group_ids: groups.map(({ id }) => id),
  member_ids: members.map(({ id }) => id),
});

export const meetingFields = {
  ...{ title: 'Budget talk', type: 'remote', start: '2026-12-01T12:00:00Z', end: '2026-12-01T13:00:00Z' },
  ...{ location: '', join_url: '', description: '' },
};

export const setRole = (by: TestClient, group: Identified, member: Identified, role: string) =>
  by.patch(`/ajax/groups/${group.id}`, { members: [{ member_id: member.id, role }] });

export async function committeeBoard(server: TestApp) {
  const board = await server.make.board();
  const person = (firstName: string, isBoardAdmin = false): Promise<MadeMember> =>
    server.make.member({ board, firstName, isBoardAdmin });
  const [admin, chair, ben, dana] = [
    await person('Ada', true),
    await person('Chloé'),
    await person('Ben'),
    await person('Dana'),
  ];
  const finance = await server.make.group({ board, name: 'Finance', members: [ben], admins: [chair] });
  const audit = await server.make.group({ board, name: 'Audit', members: [chair] });
  const [asAdmin, asChair] = [await server.signIn(admin), await server.signIn(chair)];
  return { board, admin, chair, ben, dana, finance, audit, asAdmin, asChair };
}
