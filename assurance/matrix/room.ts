import { randomUUID } from 'node:crypto';
import type { Actor } from './actors.ts';
import { about, type Ids, items, meetings } from './calls.ts';
import type { MatrixEntry } from './entry.ts';
import { declined, editors, type Policy, readers, withoutDrafts } from './outcomes.ts';

const presences: Ids = ({ presence }) => ({ own: presence.id });

const ownDeclaration: Policy = (actor, object) => {
  const outcome = withoutDrafts(readers)(actor, object);
  return outcome === 'allowed' && actor.name !== 'member' ? 'forbidden' : outcome;
};

const declaration = ({ own }: Actor) => ({
  params: { member_id: own.member.id },
  body: { effect: 'declared', nature: 'Holds shares' },
});
const desk = { chair_id: null, secretary_id: null };

export const roomEntries: Readonly<Record<string, MatrixEntry>> = {
  'room.get': { policy: withoutDrafts(readers), calls: about(meetings) },
  'room.phase': { policy: withoutDrafts(declined(editors)), calls: about(meetings, { body: { to: 'in-session' } }) },
  'room.pointer': {
    policy: withoutDrafts(declined(editors)),
    calls: about(meetings, { body: { agenda_item_id: randomUUID() } }),
  },
  'room.desk': { policy: withoutDrafts(editors), calls: about(meetings, { body: desk }) },
  'room.checkIn': { policy: withoutDrafts(declined(readers)), calls: about(meetings, { body: { mode: 'remote' } }) },
  'room.addPresence': {
    policy: withoutDrafts(declined(editors)),
    calls: about(meetings, ({ own }) => ({ body: { member_id: own.member.id, mode: 'remote' } })),
  },
  'room.updatePresence': {
    policy: declined(editors),
    calls: about(presences, { body: { revision: 1, mode: 'remote' } }),
  },
  'room.declare': { policy: ownDeclaration, calls: about(items, declaration) },
  'room.openedPapers': {
    policy: (actor, object) => withoutDrafts(actor.name === 'member' ? readers : editors)(actor, object),
    calls: about(meetings, ({ own }) => ({ params: { member_id: own.member.id } })),
  },
  'room.removePresence': { policy: declined(editors), calls: about(presences) },
};
