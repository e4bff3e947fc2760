import { z } from 'zod';
import { actionStates } from '#domain/action-items.ts';
import { voteWays } from '#domain/deciding.ts';
import {
  addendumTextMax,
  agendaKinds,
  attendances,
  commentStates,
  minutesCommentMax,
  minutesReasonMax,
  minutesStates,
} from '#domain/meeting-minutes.ts';
import { ballotChoices } from '#domain/motions.ts';
import { holdReasonMax } from '#domain/note-destruction.ts';
import { registerStates } from '#domain/resolutions.ts';
import { presenceModes } from '#domain/room.ts';
import { richText } from './announcements.ts';
import { endpoint, longBodyBytesMax } from './endpoint.ts';
import { day, id, instant, limits, optionalLines, recordFormat, requiredLines, rights } from './fields.ts';
import { ballotCounts, quorum } from './room.ts';
import { chosenSigners } from './signatures.ts';

const name = z.string().nullable();

const stay = z.strictObject({ mode: z.enum(presenceModes), arrived_at: instant, left_at: instant.nullable() });

const head = z.strictObject({
  called_at: instant.nullable(),
  adjourned_at: instant.nullable(),
  attendees: z
    .array(
      z.strictObject({
        member_id: id,
        name: z.string(),
        office: z.enum(['chair', 'secretary']).nullable(),
        is_voter: z.boolean(),
        attendance: z.enum(attendances),
        stays: z.array(stay).readonly(),
        is_throughout: z.boolean(),
      }),
    )
    .readonly()
    .nullable(),
  guests: z
    .array(z.strictObject({ name: z.string(), role: z.string() }))
    .readonly()
    .nullable(),
  vacancies: z.number().int(),
  quorum: quorum.nullable(),
});

const vote = z.strictObject({
  id,
  way: z.enum(voteWays),
  opened_at: instant,
  closed_at: instant.nullable(),
  result: z.enum(['carried', 'not-carried', 'tied', 'void']),
  /** Set only if the vote is void because somebody objected. */
  by_objection: z.literal(true).optional(),
  counts: ballotCounts.nullable(),
  quorum: quorum.omit({ met: true }).nullable(),
  casting: z.enum(['for', 'against']).nullable(),
  number: z.string().nullable(),
  named: z.array(z.strictObject({ name: z.string(), choice: z.enum(ballotChoices) })).readonly(),
  inactive: z.array(z.string()).readonly().optional(),
  was_entered_afterwards: z.boolean(),
  lost_quorum: z.boolean(),
});

const event = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('phase'), at: instant, phase: z.enum(['in-session', 'recess', 'adjourned']) }),
  z.strictObject({
    kind: z.literal('arrived'),
    at: instant,
    name,
    mode: z.enum(presenceModes),
    is_return: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('left'), at: instant, name }),
  z.strictObject({ kind: z.literal('quorum'), at: instant, change: z.enum(['reached', 'lost', 'regained']) }),
  z.strictObject({
    kind: z.literal('declared'),
    at: instant,
    name,
    nature: z.string(),
    about: z.string().nullable(),
    about_id: id,
    is_recused: z.boolean(),
    left_at: instant.nullable(),
    returned_at: instant.nullable(),
    lifted_at: instant.nullable(),
  }),
  z.strictObject({
    kind: z.literal('motion'),
    at: instant,
    motion_id: id,
    text: z.string(),
    mover: name,
    seconder: name,
    state: z.enum(['proposed', 'withdrawn', 'deferred', 'voting', 'carried', 'not-carried']),
    votes: z.array(vote).readonly(),
  }),
]);

const task = z.strictObject({
  id,
  title: z.string(),
  owner: name,
  due_on: day,
  state: z.enum(actionStates),
});

const filling = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('minutes'),
    of: z.strictObject({ meeting_id: id, title: z.string(), start: instant }).nullable(),
  }),
  z.strictObject({ kind: z.literal('action-items'), tasks: z.array(task).readonly() }),
  z.strictObject({
    kind: z.literal('written-resolutions'),
    resolutions: z
      .array(
        z.strictObject({
          id,
          title: z.string(),
          number: z.string().nullable(),
          state: z.enum(registerStates),
          decided_at: instant,
        }),
      )
      .readonly(),
  }),
]);

const section = z.strictObject({
  id,
  number: z.string().nullable(),
  depth: z.number().int(),
  title: z.string(),
  kind: z.enum(agendaKinds).nullable(),
  from: instant.nullable(),
  until: instant.nullable(),
  again: z
    .array(z.strictObject({ from: instant, until: instant.nullable() }))
    .readonly()
    .optional(),
  quorum: quorum.nullable(),
  events: z.array(event).readonly(),
  filling: filling.nullable(),
  tasks: z.array(task).readonly(),
  notes: richText,
  /** This is null if the item was removed from the agenda. */
  agenda_item_id: id.nullable(),
  revision: z.number().int(),
  changed_at: instant.nullable(),
  changed_by: name,
  circulated_notes: richText.nullable(),
  has_record_changed: z.boolean(),
});
export type MinutesSection = z.output<typeof section>;

const withheldSection = z.strictObject({
  id,
  number: z.string().nullable(),
  depth: z.number().int(),
  is_withheld: z.literal(true),
});

const comment = z.strictObject({
  id,
  section_id: id,
  text: z.string(),
  at: instant,
  author: z.strictObject({ member_id: id, name: z.string(), img_url: z.string().nullable() }).nullable(),
  state: z.enum(commentStates),
  settled_by: name,
  reason: z.string(),
});
export type MinutesComment = z.output<typeof comment>;

const minutes = z.strictObject({
  meeting: z.strictObject({
    id,
    title: z.string(),
    start: instant,
    location: z.string(),
    body: z.strictObject({ id, name: z.string() }).nullable(),
  }),
  state: z.enum(minutesStates),
  version: z.number().int(),
  begun_at: instant,
  begun_by: name,
  head,
  sections: z.array(z.union([section, withheldSection])),
  comments: z.array(comment).nullable(),
  comments_until: day.nullable(),
  versions: z.array(
    z.strictObject({
      version: z.number().int(),
      at: instant,
      /** 0 if the minutes were put to the vote without being circulated. */
      recipients: z.number().int(),
      changes: z
        .array(z.strictObject({ section_id: id.nullable(), number: z.string().nullable(), title: z.string() }))
        .readonly(),
    }),
  ),
  changed: z.number().int(),
  decision: z
    .discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('next-meeting'),
        meeting: z.strictObject({ id, title: z.string(), start: instant.nullable() }).nullable(),
      }),
      z.strictObject({ kind: z.literal('written'), resolution_id: id.nullable() }),
      z.strictObject({ kind: z.literal('signatures'), is_open: z.boolean() }),
    ])
    .nullable(),
  is_voted_on: z.boolean(),
  approval: z
    .strictObject({
      kind: z.enum(['motion', 'written', 'signatures']),
      at: instant,
      number: z.string().nullable(),
      meeting_title: z.string().nullable(),
      resolution_id: id.nullable(),
    })
    .nullable(),
  addenda: z.array(z.strictObject({ id, number: z.number().int(), text: z.string(), at: instant, by: name })),
  has_pdf: z.boolean(),
  can: rights('write', 'comment', 'settle', 'circulate', 'add_addendum', 'add_action_item'),
});
export type Minutes = z.output<typeof minutes>;

const answer = z.strictObject({
  minutes: minutes.nullable(),
  can: rights('start'),
});
export type MinutesAnswer = z.output<typeof answer>;

export const getMinutes = endpoint({
  name: 'minutes.get',
  summary: 'The minutes of a meeting; drafts only for its desk',
  route: 'GET /ajax/meetings/:id/minutes',
  access: 'member',
  answer,
});

export const startMinutes = endpoint({
  name: 'minutes.start',
  summary: 'Start the minutes of a meeting that was not called to order here',
  route: 'POST /ajax/meetings/:id/minutes',
  access: 'member',
  answer,
});

export const saveMinutesSection = endpoint({
  name: 'minutes.save',
  summary:
    'Save the notes of a section; if the revision is outdated, nothing is written, and the response contains the current notes',
  route: 'PATCH /ajax/minutes-sections/:id',
  access: 'member',
  bodyBytesMax: longBodyBytesMax,
  body: z.strictObject({ revision: z.int32().min(0), notes: richText }),
  answer: z.strictObject({
    section,
    conflicts: z.array(z.strictObject({ field: z.literal('notes'), by: z.string(), at: instant })),
  }),
});

export const listMinutesWordings = endpoint({
  name: 'minutes.wordings',
  summary: 'The earlier texts of a section, newest first; for its writers',
  route: 'GET /ajax/minutes-sections/:id/wordings',
  access: 'member',
  answer: z.strictObject({
    wordings: z.array(z.strictObject({ revision: z.number().int(), notes: richText, by: z.string(), at: instant })),
  }),
});

export const announceWriting = endpoint({
  name: 'minutesWriting.say',
  summary: 'Announce for a few seconds that one is writing in a section',
  route: 'POST /ajax/minutes-sections/:id/writing',
  access: 'member',
});

export const listWriting = endpoint({
  name: 'minutesWriting.list',
  summary: 'Who else is writing in the minutes of a meeting now; for its writers',
  route: 'GET /ajax/meetings/:id/minutes/writing',
  access: 'member',
  answer: z.strictObject({
    writers: z.array(
      z.strictObject({ section_id: id, member_id: id, name: z.string(), img_url: z.string().nullable() }),
    ),
  }),
});

export const circulateMinutes = endpoint({
  name: 'minutes.circulate',
  summary:
    'Send the minutes to the body and to everybody who was present, for comments until a day; also sends the next version',
  route: 'POST /ajax/meetings/:id/minutes/circulate',
  access: 'member',
  body: z.strictObject({
    comments_until: day.nullable().optional(),
    /** Required if minutes are approved by signatures. */
    signers: chosenSigners.optional(),
  }),
  answer,
});

export const commentOnMinutes = endpoint({
  name: 'minutes.comment',
  summary: 'Comment on a section of circulated minutes',
  route: 'POST /ajax/minutes-sections/:id/comments',
  access: 'member',
  body: z.strictObject({ text: requiredLines(minutesCommentMax) }),
  answer,
});

export const settleMinutesComment = endpoint({
  name: 'minutes.settle',
  summary: 'Accept a comment, or decline it',
  route: 'POST /ajax/minutes-sections/:id/comments/:comment_id/settle',
  access: 'member',
  params: z.strictObject({ id, comment_id: id }),
  body: z.strictObject({
    to: z.enum(commentStates).exclude(['open']),
    reason: optionalLines(minutesReasonMax).default(''),
  }),
  answer,
});

export const addMinutesAddendum = endpoint({
  name: 'minutes.addAddendum',
  summary: 'Add a permanent addendum to approved minutes',
  route: 'POST /ajax/meetings/:id/minutes/addenda',
  access: 'member',
  body: z.strictObject({ text: requiredLines(addendumTextMax) }),
  answer,
});

export const getNotesHold = endpoint({
  name: 'minutes.getHold',
  summary: 'Whether everything of a meeting is kept, so that its notes are not destroyed',
  route: 'GET /ajax/meetings/:id/notes-hold',
  access: 'board-admin',
  /** The name in `by` is empty if the reader may not see other people. */
  answer: z.strictObject({ hold: z.strictObject({ reason: z.string(), by: z.string(), at: instant }).nullable() }),
});

export const holdNotes = endpoint({
  name: 'minutes.hold',
  summary:
    'Keep everything of a meeting for a reason; without one, no longer, and members are told before notes are destroyed',
  route: 'POST /ajax/meetings/:id/notes-hold',
  access: 'board-admin',
  body: z.strictObject({ reason: requiredLines(holdReasonMax).nullable() }),
});

/** Browsers open this address as a link, without the header `X-Board`, so the query names the board. */
export const downloadMinutes = endpoint({
  name: 'minutes.pdf',
  summary:
    'Minutes as PDF or Word file: a draft marked Draft, or a version as it was circulated; the PDF of approved minutes never changes',
  route: 'GET /meetings/:id/minutes/file',
  access: 'member',
  board: 'query',
  query: z.strictObject({
    board: id,
    version: z.coerce.number().int().min(1).max(10_000).optional(),
    format: recordFormat,
  }),
  reply: 'file',
});

export const agendaOffersMax = 50;

const agendaOffer = z.strictObject({
  minutes_of: id.nullable(),
  title: z.string(),
});

export const listFilledItems = endpoint({
  name: 'minutes.filledItems',
  summary: 'The contents of a meeting’s standing items, and the items that its editors can add to the agenda',
  route: 'GET /ajax/meetings/:id/filled-items',
  access: 'member',
  answer: z.strictObject({
    items: z
      .array(z.strictObject({ agenda_item_id: id, kind: z.enum(agendaKinds), filling: filling.nullable() }))
      .max(limits.agendaItemsMax),
    offers: z.array(agendaOffer).max(agendaOffersMax),
  }),
});
export type FilledItems = z.output<typeof listFilledItems.answer>;

export const placeAgendaOffer = endpoint({
  name: 'minutes.placeOffer',
  summary: 'Add an offered item to a meeting’s agenda, before another or at the end',
  route: 'POST /ajax/meetings/:id/filled-items',
  access: 'member',
  body: agendaOffer.omit({ title: true }).extend({ before_id: id.nullable() }),
});
