import { randomUUID } from 'node:crypto';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, type ObjectKind, type Policy, readers } from './outcomes.ts';

const meetings = ({ meeting, draft, groupMeeting }: BoardWorld) => ({
  ...{ own: meeting.id, draft: draft.id, group: groupMeeting.id },
});

const aboutMeeting =
  (call: MatrixCall | ((actor: Actor) => MatrixCall) = {}) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const rest = typeof call === 'function' ? call(actor) : call;
    const on = (id: string): MatrixCall => ({ ...rest, params: { id } });
    const { own, draft, group } = meetings(actor.own);
    const { own: foreign } = meetings(actor.foreign);
    return { own: on(own), draft: on(draft), group: on(group), foreign: on(foreign), missing: on(randomUUID()) };
  };

const inRoom =
  (policy: Policy): Policy =>
  (actor, object) =>
    object === 'draft' ? 'missing' : policy(actor, object);

const unopened =
  (policy: Policy): Policy =>
  (actor, object) => {
    const outcome = policy(actor, object);
    return outcome === 'allowed' ? 'declined' : outcome;
  };

const aboutPresence =
  (call: MatrixCall) =>
  ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const on = (id: string): MatrixCall => ({ ...call, params: { id } });
    return { own: on(own.presence.id), foreign: on(foreign.presence.id), missing: on(randomUUID()) };
  };

const aboutItem = ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
  const on = (id: string): MatrixCall => ({
    params: { id, member_id: own.member.id },
    body: { effect: 'declared', nature: 'Holds shares' },
  });
  return {
    ...{ own: on(own.item.id), draft: on(own.draftItem.id), group: on(own.groupItem.id) },
    ...{ foreign: on(foreign.item.id), missing: on(randomUUID()) },
  };
};

const ownDeclaration: Policy = (actor, object) => {
  const outcome = inRoom(readers)(actor, object);
  return outcome === 'allowed' && actor.name !== 'member' ? 'forbidden' : outcome;
};

const desk = { chair_id: null, secretary_id: null };

export const roomEntries: Readonly<Record<string, MatrixEntry>> = {
  'room.get': { policy: inRoom(readers), calls: aboutMeeting() },
  'room.phase': { policy: inRoom(unopened(editors)), calls: aboutMeeting({ body: { to: 'in-session' } }) },
  'room.pointer': {
    policy: inRoom(unopened(editors)),
    calls: aboutMeeting({ body: { agenda_item_id: randomUUID() } }),
  },
  'room.desk': { policy: inRoom(editors), calls: aboutMeeting({ body: desk }) },
  'room.checkIn': { policy: inRoom(unopened(readers)), calls: aboutMeeting({ body: { mode: 'remote' } }) },
  'room.addPresence': {
    policy: inRoom(unopened(editors)),
    calls: aboutMeeting(({ own }) => ({ body: { member_id: own.member.id, mode: 'remote' } })),
  },
  'room.updatePresence': {
    policy: unopened(editors),
    calls: aboutPresence({ body: { revision: 1, mode: 'remote' } }),
  },
  'room.declare': { policy: ownDeclaration, calls: aboutItem },
  'room.openedPapers': {
    policy: (actor, object) => inRoom(actor.name === 'member' ? readers : editors)(actor, object),
    calls: (actor) =>
      Object.fromEntries(
        Object.entries(aboutMeeting()(actor)).map(([kind, call]) => [
          kind,
          { ...call, params: { ...call.params, member_id: actor.own.member.id } },
        ]),
      ),
  },
  'room.removePresence': { policy: unopened(editors), calls: aboutPresence({}) },
};
