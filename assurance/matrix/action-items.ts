import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import type { MadeActionItem } from '#tests/support/action-items.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, everybody, type ObjectKind, type Policy, readers } from './outcomes.ts';

const actions = (board: BoardWorld) => ({ own: board.action, draft: board.draftAction, group: board.groupAction });

const aboutAction =
  (rest: MatrixCall = {}) =>
  ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = ({ id }: Pick<MadeActionItem, 'id'>): MatrixCall => ({ ...rest, params: { id } });
    const ids = actions(own);
    return {
      ...{ own: call(ids.own), draft: call(ids.draft), group: call(ids.group) },
      ...{ foreign: call(actions(foreign).own), missing: call({ id: randomUUID() }) },
    };
  };

const owners: Policy = (actor, object) =>
  object === 'own' && actor.name === 'member' ? 'allowed' : editors(actor, object);

const meetings = (board: BoardWorld) => ({
  own: board.meeting.id,
  draft: board.draft.id,
  group: board.groupMeeting.id,
});

const aboutMeeting =
  (call: (id: string, board: BoardWorld) => MatrixCall) =>
  ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const ids = meetings(own);
    return {
      ...{ own: call(ids.own, own), draft: call(ids.draft, own), group: call(ids.group, own) },
      ...{ foreign: call(meetings(foreign).own, own), missing: call(randomUUID(), own) },
    };
  };

const input = (board: BoardWorld, meeting_id: string) => ({
  ...{ title: 'Ask three firms', notes: '', due_on: '2026-12-20', meeting_id },
  owner_id: board.admin.id,
});

const byLink =
  (rest: MatrixCall = {}) =>
  ({ own }: Actor): Partial<Record<ObjectKind, MatrixCall>> => ({
    own: { ...rest, params: { uid: own.action.uid } },
    missing: { ...rest, params: { uid: magicUid('action-item', 'q'.repeat(52)) } },
  });

const holders: Policy = (actor, object) =>
  object === 'own' && actor.name !== 'member of a suspended board' ? 'allowed' : 'missing';
const ofBoard = (actor: Actor): readonly string[] => [actor.own.canary];

export const actionItemEntries: Readonly<Record<string, MatrixEntry>> = {
  'actionItems.list': { policy: everybody, calls: () => ({ own: {} }) },
  'actionItems.download': { policy: everybody, calls: ({ own }) => ({ own: { query: { board: own.board.id } } }) },
  'actionItems.ofMeeting': { policy: readers, calls: aboutMeeting((id) => ({ params: { id } })) },
  'actionItems.owners': { policy: editors, calls: aboutMeeting((meeting) => ({ query: { meeting } })) },
  'actionItems.create': { policy: editors, calls: aboutMeeting((id, board) => ({ body: input(board, id) })) },
  'actionItems.get': { policy: readers, calls: aboutAction() },
  'actionItems.update': { policy: owners, calls: aboutAction({ body: { revision: 1, state: 'done' } }) },
  'actionItems.setLink': { policy: editors, calls: aboutAction({ body: { to: 'ended' } }) },
  'magic.getActionItem': { policy: holders, reveals: ofBoard, calls: byLink() },
  'magic.setActionItem': { policy: holders, reveals: ofBoard, calls: byLink({ body: { to: 'done', note: '' } }) },
};
