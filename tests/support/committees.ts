import { beforeEach } from 'vitest';
import type { TestClient } from './client.ts';
import type { MadeBoard, MadeGroup, MadeMember } from './factories.ts';
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
  title: 'Budget talk',
  type: 'remote',
  start: '2026-12-01T12:00:00Z',
  end: '2026-12-01T13:00:00Z',
  location: '',
  join_url: '',
  description: '',
};

export const setRole = (by: TestClient, group: Identified, member: Identified, role: string) =>
  by.patch(`/ajax/groups/${group.id}`, { members: [{ member_id: member.id, role }] });

/** Call this at the top of a test file. */
export function committeeStage(server: TestApp) {
  const [board, finance, audit] = [{} as MadeBoard, {} as MadeGroup, {} as MadeGroup];
  const [admin, chair, ben, dana] = [{} as MadeMember, {} as MadeMember, {} as MadeMember, {} as MadeMember];
  const [asAdmin, asChair] = [{} as TestClient, {} as TestClient];
  beforeEach(async () => {
    Object.assign(board, await server.make.board());
    Object.assign(admin, await server.make.member({ board, firstName: 'Ada', isBoardAdmin: true }));
    Object.assign(chair, await server.make.member({ board, firstName: 'Chloé' }));
    Object.assign(ben, await server.make.member({ board, firstName: 'Ben' }));
    Object.assign(dana, await server.make.member({ board, firstName: 'Dana' }));
    Object.assign(finance, await server.make.group({ board, name: 'Finance', members: [ben], admins: [chair] }));
    Object.assign(audit, await server.make.group({ board, name: 'Audit', members: [chair] }));
    Object.assign(asAdmin, await server.signIn(admin));
    Object.assign(asChair, await server.signIn(chair));
  });
  return { board, admin, chair, ben, dana, finance, audit, asAdmin, asChair };
}
