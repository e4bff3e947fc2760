import { randomUUID } from 'node:crypto';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import { type ObjectKind, ownCanary, type Policy } from './outcomes.ts';

export interface MatrixCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MatrixEntry {
  readonly policy: Policy;
  readonly calls: (actor: Actor) => Partial<Record<ObjectKind, MatrixCall>>;
  readonly reveals?: (actor: Actor) => readonly string[];
}

export type Ids = (board: BoardWorld) => Readonly<Partial<Record<'own' | 'draft' | 'group', string>>>;

type NameOfRow = { [Name in keyof BoardWorld]: BoardWorld[Name] extends { readonly id: string } ? Name : never };
type RowName = NameOfRow[keyof BoardWorld];

export const idsOf =
  (own: RowName, draft: RowName, group: RowName): Ids =>
  (board) => ({ own: board[own].id, draft: board[draft].id, group: board[group].id });

export const announcements = idsOf('announcement', 'draftAnnouncement', 'groupAnnouncement');
export const boards: Ids = ({ board }) => ({ own: board.id });
export const documents = idsOf('document', 'draftDocument', 'groupDocument');
export const emptyItems = idsOf('emptyItem', 'draftItem', 'groupItem');
export const items = idsOf('item', 'draftItem', 'groupItem');
export const meetings = idsOf('meeting', 'draft', 'groupMeeting');
export const members: Ids = ({ member }) => ({ own: member.id });
export const resolutions = idsOf('written', 'draftWritten', 'groupWritten');

export const callsForEach =
  <T extends string | object>(
    thingsOf: (board: BoardWorld) => Partial<Record<'own' | 'draft' | 'group', T>>,
    missing: T,
    make: (thing: T, actor: Actor) => MatrixCall,
  ): MatrixEntry['calls'] =>
  (actor) => {
    const own = Object.entries(thingsOf(actor.own)).map(([kind, thing]) => [kind, make(thing, actor)]);
    const [foreign = missing] = Object.values(thingsOf(actor.foreign));
    return { ...Object.fromEntries(own), foreign: make(foreign, actor), missing: make(missing, actor) };
  };

export const callsFor =
  (ids: Ids, make: (id: string, actor: Actor) => MatrixCall): MatrixEntry['calls'] =>
  (actor) =>
    callsForEach(ids, randomUUID(), make)(actor);

export const about =
  (ids: Ids, rest: MatrixCall | ((actor: Actor) => MatrixCall) = {}): MatrixEntry['calls'] =>
  (actor) => {
    const call = typeof rest === 'function' ? rest(actor) : rest;
    return callsFor(ids, (id) => ({ ...call, params: { id, ...call.params } }))(actor);
  };

export const noBody = { body: {} };
export const inBoard = ({ own }: Actor): MatrixCall => ({ query: { board: own.board.id } });
export const onBoard: MatrixEntry['calls'] = (actor) => ({ own: inBoard(actor) });
export const forGroup = (board: BoardWorld) => ({
  audience: { whole_board: false, group_ids: [board.group.id], member_ids: [] },
});

/** An entry of an endpoint that a link opens, and that shows the link's holder the name of the board. */
export const linked = (policy: Policy, calls: MatrixEntry['calls']): MatrixEntry => ({
  policy,
  reveals: ownCanary,
  calls,
});

export const only = (call: MatrixCall) => () => ({ own: call });

/** Entries of several endpoints, with a space between their names, that have the same policy and the same calls. */
export const rows = (policy: Policy, calls: MatrixEntry['calls'], ...names: readonly string[]) =>
  Object.fromEntries(names.flatMap((each) => each.split(' ')).map((name) => [name, { policy, calls }]));
