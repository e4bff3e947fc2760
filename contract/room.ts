import { z } from 'zod';
import { voteWays } from '#domain/deciding.ts';
import { voteStates } from '#domain/motions.ts';
import { presenceModes, quorumCauses, roomPhases } from '#domain/room.ts';
import { guest } from './attendance.ts';
import { endpoint } from './endpoint.ts';
import { enteredInstant, id, instant, optionalText, revision, rights } from './fields.ts';
import { acceptance, meetingType } from './summaries.ts';

export const presenceMode = z.enum(presenceModes);

export const quorum = z.strictObject({
  present: z.number().int(),
  needed: z.number().int(),
  in_office: z.number().int(),
  met: z.boolean(),
});
export type Quorum = z.output<typeof quorum>;

export const ballotCounts = z.strictObject({
  for: z.number().int(),
  against: z.number().int(),
  abstain: z.number().int(),
});

const presenceShape = {
  id,
  member_id: id,
  mode: presenceMode,
  arrived_at: instant,
};

const ownPresence = z.strictObject({ mode: presenceMode, arrived_at: instant });

export const roomLine = z.strictObject({
  noun: z.literal('room'),
  id,
  revision: z.number().int(),
  phase: z.enum(roomPhases),
  since: instant.nullable(),
  pointer: id.nullable(),
  quorum: quorum.nullable(),
  presences: z.array(z.strictObject(presenceShape)).nullable(),
  /** Set only if the reader is present and may not see other people. */
  own_presence: ownPresence.nullable(),
  /** A hash of the room's other data. When it changes, the browser reloads the room. */
  facts: z.string(),
  recused: z.array(id).nullable(),
  vote: z
    .strictObject({
      id,
      motion_id: id,
      way: z.enum(voteWays),
      state: z.enum(voteStates).exclude(['void']),
      received: z.number().int(),
      eligible: z.number().int(),
      counts: ballotCounts.nullable(),
    })
    .nullable(),
  motions: z.number().int(),
});
export type RoomLine = z.output<typeof roomLine>;

export const presence = z.strictObject({
  ...presenceShape,
  left_at: instant.nullable(),
  revision: z.number().int(),
});
export type Presence = z.output<typeof presence>;

export const roomPerson = z.strictObject({
  member_id: id,
  name: z.string(),
  img_url: z.string().nullable(),
  is_pending: z.boolean(),
  is_inactive: z.boolean(),
  is_voter: z.boolean(),
  acceptance: acceptance.nullable(),
  has_apologized: z.boolean(),
  attended: presenceMode.nullable(),
});
export type RoomPerson = z.output<typeof roomPerson>;

const bodyName = z.strictObject({ id, name: z.string() });

export const room = z.strictObject({
  line: roomLine,
  type: meetingType,
  opens_at: instant,
  is_open: z.boolean(),
  /** Whether the planned end is so long ago that the meeting can no longer begin. */
  has_passed: z.boolean(),
  read_at: instant,
  called_at: instant.nullable(),
  pointed_at: instant.nullable(),
  visited: z.array(id),
  body: bodyName.nullable(),
  bodies: z.array(bodyName),
  forecast: quorum.nullable(),
  people: z.array(roomPerson).nullable(),
  guests: z.array(guest).nullable(),
  chair_id: id.nullable(),
  secretary_id: id.nullable(),
  presences: z.array(presence).nullable(),
  unheard: z.array(z.strictObject({ member_id: id, since: instant })).nullable(),
  declarations: z
    .array(
      z.strictObject({
        agenda_item_id: id,
        member_id: id,
        nature: z.string(),
        declared_at: instant,
        is_recused: z.boolean(),
        withheld_at: instant.nullable(),
        can: rights('lift'),
      }),
    )
    .nullable(),
  quorum_changes: z
    .array(
      z.strictObject({
        at: instant,
        agenda_item_id: id.nullable(),
        ...quorum.shape,
        /** Empty if the quorum changed because the meeting moved to another item. */
        causes: z.array(z.strictObject({ kind: z.enum(quorumCauses), member_id: id })),
      }),
    )
    .nullable(),
  own: z.strictObject({
    member_id: id,
    presence: ownPresence.nullable(),
    declaration: z.strictObject({ nature: z.string(), is_recused: z.boolean() }).nullable(),
  }),
  /** `take_back`: the adjournment can be undone. */
  can: rights('withhold', 'run', 'correct_presences', 'take_back', 'check_in', 'set_desk'),
});
export type Room = z.output<typeof room>;

const answer = z.strictObject({ room });

/** The texts of motions whose votes would lose their quorum. If there are any, the server has saved nothing. */
const lostQuorum = z.array(z.string());

export const getRoom = endpoint({
  name: 'room.get',
  summary: 'The room of a meeting: phase, agenda item, quorum and attendance',
  route: 'GET /ajax/meetings/:id/room',
  access: 'member',
  answer,
});

export const setPhase = endpoint({
  name: 'room.phase',
  summary: 'Call a meeting to order, recess, resume or adjourn it; `takes_back`: an adjournment',
  route: 'POST /ajax/meetings/:id/room/phase',
  access: 'member',
  body: z.strictObject({
    to: z.enum(roomPhases).exclude(['not-begun']),
    takes_back: z.boolean().default(false),
  }),
  answer,
});

export const movePointer = endpoint({
  name: 'room.pointer',
  summary: 'Move the meeting to an item of its agenda',
  route: 'POST /ajax/meetings/:id/room/pointer',
  access: 'member',
  body: z.strictObject({ agenda_item_id: id }),
  answer,
});

export const setDesk = endpoint({
  name: 'room.desk',
  summary:
    'Set who runs a meeting, and the body that decides in it if its audience does not determine one; omitted fields are unchanged',
  route: 'POST /ajax/meetings/:id/room/desk',
  access: 'member',
  body: z.strictObject({ chair_id: id.nullable(), secretary_id: id.nullable(), body_id: id }).partial(),
  answer,
});

export const setOwnPresence = endpoint({
  name: 'room.checkIn',
  summary: 'Check in to a meeting, or out of it: without a mode',
  route: 'POST /ajax/meetings/:id/presence',
  access: 'member',
  body: z.strictObject({ mode: presenceMode.nullable() }),
  answer,
});

export const addPresence = endpoint({
  name: 'room.addPresence',
  summary: 'Record that a member is or was present; without times, from now on',
  route: 'POST /ajax/meetings/:id/presences',
  access: 'member',
  body: z.strictObject({
    member_id: id,
    mode: presenceMode,
    arrived_at: enteredInstant.optional(),
    left_at: enteredInstant.nullable().default(null),
  }),
  answer,
});

export const updatePresence = endpoint({
  name: 'room.updatePresence',
  summary: 'Correct the mode or times of a member’s presence; `leaves` ends it now',
  route: 'PATCH /ajax/presences/:id',
  access: 'member',
  body: z.strictObject({
    revision,
    mode: presenceMode.optional(),
    arrived_at: enteredInstant.optional(),
    left_at: enteredInstant.nullable().optional(),
    leaves: z.literal(true).optional(),
    accepts_lost_quorum: z.boolean().default(false),
  }),
  answer: z.strictObject({ room, has_conflict: z.boolean(), lost_quorum: lostQuorum }),
});

export const removePresence = endpoint({
  name: 'room.removePresence',
  summary: 'Remove the presence of a member',
  route: 'DELETE /ajax/presences/:id',
  access: 'member',
  query: z.strictObject({ accepts_lost_quorum: z.literal('true').optional() }),
  answer: z.strictObject({ room, lost_quorum: lostQuorum }),
});

export const declarationNatureMax = 500;

export const declare = endpoint({
  name: 'room.declare',
  summary:
    'Declare an interest in an agenda item, recuse oneself from it, or, as the desk, withhold it from a member or end that',
  route: 'PUT /ajax/agenda-items/:id/declarations/:member_id',
  access: 'member',
  params: z.strictObject({ id, member_id: id }),
  body: z.strictObject({
    effect: z.enum(['declared', 'recused', 'withheld', 'lifted']),
    nature: optionalText(declarationNatureMax).default(''),
    reason: optionalText(declarationNatureMax).default(''),
  }),
  answer,
});

const openedPapers = z.strictObject({
  agenda_item_id: id,
  papers: z.number().int(),
  openings: z.number().int(),
  last_at: instant,
});

export const listOpenedPapers = endpoint({
  name: 'room.openedPapers',
  summary:
    'Which papers of each agenda item a member has opened, and on which other agendas it has copies: for themselves and for the desk',
  route: 'GET /ajax/meetings/:id/opened-papers/:member_id',
  access: 'member',
  params: z.strictObject({ id, member_id: id }),
  answer: z.strictObject({
    items: z.array(openedPapers),
    copies: z.array(
      z.strictObject({
        agenda_item_id: id,
        title: z.string(),
        start: instant.nullable(),
        takes_vote: z.boolean(),
      }),
    ),
  }),
});
