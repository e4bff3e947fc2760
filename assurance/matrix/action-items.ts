import { magicUid } from '#domain/magic-uid.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import { about, callsFor, type Ids, meetings } from './calls.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, everybody, linkHolders, ownCanary, type Policy, readers } from './outcomes.ts';

const actions: Ids = ({ action, draftAction, groupAction }) => ({
  own: action.id,
  draft: draftAction.id,
  group: groupAction.id,
});

const owners: Policy = (actor, object) =>
  object === 'own' && actor.name === 'member' ? 'allowed' : editors(actor, object);

const input = (board: BoardWorld, meeting_id: string) => ({
  ...{ title: 'Ask three firms', notes: '', due_on: '2026-12-20', meeting_id },
  owner_id: board.admin.id,
});

const byLink =
  (rest: MatrixCall = {}): MatrixEntry['calls'] =>
  ({ own }) => ({
    own: { ...rest, params: { uid: own.action.uid } },
    missing: { ...rest, params: { uid: magicUid('action-item', 'q'.repeat(52)) } },
  });

export const actionItemEntries: Readonly<Record<string, MatrixEntry>> = {
  'actionItems.list': { policy: everybody, calls: () => ({ own: {} }) },
  'actionItems.download': { policy: everybody, calls: ({ own }) => ({ own: { query: { board: own.board.id } } }) },
  'actionItems.ofMeeting': { policy: readers, calls: about(meetings) },
  'actionItems.owners': { policy: editors, calls: callsFor(meetings, (meeting) => ({ query: { meeting } })) },
  'actionItems.create': { policy: editors, calls: callsFor(meetings, (id, { own }) => ({ body: input(own, id) })) },
  'actionItems.get': { policy: readers, calls: about(actions) },
  'actionItems.update': { policy: owners, calls: about(actions, { body: { revision: 1, state: 'done' } }) },
  'actionItems.setLink': { policy: editors, calls: about(actions, { body: { to: 'ended' } }) },
  'magic.getActionItem': { policy: linkHolders, reveals: ownCanary, calls: byLink() },
  'magic.setActionItem': { policy: linkHolders, reveals: ownCanary, calls: byLink({ body: { to: 'done', note: '' } }) },
};
