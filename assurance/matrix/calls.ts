import { randomUUID } from 'node:crypto';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';

export type Ids = (board: BoardWorld) => Readonly<Partial<Record<'own' | 'draft' | 'group', string>>>;

export const announcements: Ids = ({ announcement, draftAnnouncement, groupAnnouncement }) => ({
  own: announcement.id,
  draft: draftAnnouncement.id,
  group: groupAnnouncement.id,
});
export const documents: Ids = ({ document, draftDocument, groupDocument }) => ({
  own: document.id,
  draft: draftDocument.id,
  group: groupDocument.id,
});
export const emptyItems: Ids = ({ emptyItem, draftItem, groupItem }) => ({
  own: emptyItem.id,
  draft: draftItem.id,
  group: groupItem.id,
});
export const items: Ids = (board) => ({ ...emptyItems(board), own: board.item.id });
export const meetings: Ids = ({ meeting, draft, groupMeeting }) => ({
  own: meeting.id,
  draft: draft.id,
  group: groupMeeting.id,
});
export const members: Ids = ({ member }) => ({ own: member.id });
export const resolutions: Ids = ({ written, draftWritten, groupWritten }) => ({
  own: written.id,
  draft: draftWritten.id,
  group: groupWritten.id,
});

export const callsFor =
  (ids: Ids, make: (id: string, actor: Actor) => MatrixCall): MatrixEntry['calls'] =>
  (actor) => {
    const own = Object.entries(ids(actor.own)).map(([kind, id]) => [kind, make(id, actor)]);
    const [foreign = ''] = Object.values(ids(actor.foreign));
    return { ...Object.fromEntries(own), foreign: make(foreign, actor), missing: make(randomUUID(), actor) };
  };

export const about =
  (ids: Ids, rest: MatrixCall | ((actor: Actor) => MatrixCall) = {}): MatrixEntry['calls'] =>
  (actor) => {
    const call = typeof rest === 'function' ? rest(actor) : rest;
    return callsFor(ids, (id) => ({ ...call, params: { id, ...call.params } }))(actor);
  };
