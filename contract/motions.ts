import { z } from 'zod';
import { majorities, majorityBases, voteWays } from '#domain/deciding.ts';
import { ballotChoices, motionMoves, motionStates, motionTextMax, reasonMax, voteStates } from '#domain/motions.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, optionalLines, requiredLines, revision, rights } from './fields.ts';
import { ballotCounts } from './room.ts';

const named = z.strictObject({ member_id: id, name: z.string() });

const namedMeeting = z.strictObject({ id, title: z.string() });

const vote = z.strictObject({
  id,
  way: z.enum(voteWays),
  state: z.enum(voteStates),
  majority: z.enum(majorities),
  majority_of: z.enum(majorityBases),
  text: z.string(),
  papers: z.array(z.string()),
  opened_at: instant,
  entered_afterwards: z.boolean(),
  closed_at: instant.nullable(),
  closed_by: z.string().nullable(),
  received: z.number().int(),
  eligible: z.number().int(),
  /** This is null until the vote is closed, and for void secret votes. */
  counts: ballotCounts.nullable(),
  corrections: z.array(z.strictObject({ at: instant, by: z.string().nullable(), counts: ballotCounts })),
  lost_quorum: z.boolean(),
  quorum: z
    .strictObject({ present: z.number().int(), needed: z.number().int(), in_office: z.number().int() })
    .nullable(),
  has_casting_vote: z.boolean(),
  casting: z.enum(['for', 'against']).nullable(),
  number: z.string().nullable(),
  void: z
    .strictObject({ at: instant, by: z.string().nullable(), reason: z.string(), by_objection: z.boolean() })
    .nullable(),
  ballots: z
    .array(named.extend({ choice: z.enum(ballotChoices), is_named: z.boolean(), entered_by: z.string().nullable() }))
    .nullable(),
  silent: z.array(named).nullable(),
  recused: z.array(named).nullable(),
  absent: z.array(named).nullable(),
  /** Voters who lost access while the vote was open. */
  inactive: z.array(named).nullable(),
  missing: z.array(named).nullable(),
  own: z.strictObject({
    has_voted: z.boolean(),
    choice: z.enum(ballotChoices).nullable(),
    is_named: z.boolean(),
  }),
  can: rights('vote', 'name', 'enter', 'close', 'void', 'correct', 'decide_tie'),
});
export type Vote = z.output<typeof vote>;

const motion = z.strictObject({
  id,
  agenda_item_id: id,
  text: z.string(),
  state: z.enum(motionStates),
  reason: z.string(),
  revision,
  mover: named.nullable(),
  seconder: named.nullable(),
  suggested_by: named.nullable(),
  deferred_to: namedMeeting.nullable(),
  deferred_from: namedMeeting.nullable(),
  votes: z.array(vote),
  can: rights('edit', 'move', 'open_vote'),
});
export type Motion = z.output<typeof motion>;

const motionsOfMeeting = z.strictObject({
  motions: z.array(motion),
  offers: z.strictObject({
    ways: z.array(z.enum(voteWays)),
    way: z.enum(voteWays),
    majority: z.enum(majorities),
    majority_of: z.enum(majorityBases),
    seconder: z.boolean(),
  }),
  /** The reader cannot suggest motions on these items. */
  recused_from: z.array(id),
  can: rights('propose', 'suggest'),
});
export type MotionsOfMeeting = z.output<typeof motionsOfMeeting>;

const text = requiredLines(motionTextMax);
const reason = optionalLines(reasonMax);
const handCount = z.number().int().min(0).max(1_000);
const handCounts = z.strictObject({ for: handCount, against: handCount, abstain: handCount });

export const listMotions = endpoint({
  name: 'motions.ofMeeting',
  summary: 'The motions of a meeting with their votes',
  route: 'GET /ajax/meetings/:id/motions',
  access: 'member',
  answer: motionsOfMeeting,
});

const deferralMeetings = z.strictObject({ meetings: z.array(namedMeeting.extend({ start: instant })) });
export type DeferralMeetings = z.output<typeof deferralMeetings>;

export const listDeferralMeetings = endpoint({
  name: 'motions.deferralMeetings',
  summary: 'The meetings that a motion can be deferred to, for the desk: of the same body, not begun, the next first',
  route: 'GET /ajax/meetings/:id/deferral-meetings',
  access: 'member',
  answer: deferralMeetings,
});

export const addMotion = endpoint({
  name: 'motions.add',
  summary: 'Propose a motion to the body that decides, or suggest one',
  route: 'POST /ajax/agenda-items/:id/motions',
  access: 'member',
  body: z.strictObject({ text, mover_id: id.nullable().default(null), seconder_id: id.nullable().default(null) }),
  answer: motionsOfMeeting,
});

/** Writes nothing if somebody else has changed the motion since `revision`. */
export const updateMotion = endpoint({
  name: 'motions.update',
  summary: 'Change the wording of a motion, who moved or who seconded it',
  route: 'PATCH /ajax/motions/:id',
  access: 'member',
  body: z.strictObject({
    revision,
    text: text.optional(),
    mover_id: id.nullable().optional(),
    seconder_id: id.nullable().optional(),
  }),
  answer: motionsOfMeeting.extend({ has_conflict: z.boolean() }),
});

export const setMotionState = endpoint({
  name: 'motions.setState',
  summary: 'Accept or decline a suggested motion; withdraw or defer one',
  route: 'POST /ajax/motions/:id/state',
  access: 'member',
  body: z.strictObject({
    revision: revision.optional(),
    to: z.enum(motionMoves),
    reason: reason.default(''),
    meeting_id: id.optional(),
  }),
  answer: motionsOfMeeting,
});

export const openVote = endpoint({
  name: 'motions.openVote',
  summary:
    'Open a vote on a motion, by the board’s rules except for its voting method and majority; after the meeting, to enter one',
  route: 'POST /ajax/motions/:id/votes',
  access: 'member',
  body: z.strictObject({
    revision: revision.optional(),
    mover_id: id.optional(),
    seconder_id: id.optional(),
    way: z.enum(voteWays),
    majority: z.enum(majorities).optional(),
    majority_of: z.enum(majorityBases).optional(),
  }),
  answer: motionsOfMeeting,
});

export const castBallot = endpoint({
  name: 'motions.castBallot',
  summary: 'Cast a ballot, or object to an unopposed vote; repeating a `key` returns the first response',
  route: 'PUT /ajax/votes/:id/ballot',
  access: 'member',
  unnamed: true,
  body: z.strictObject({
    choice: z.enum(ballotChoices),
    key: id,
    named: z.boolean().default(false),
  }),
  answer: z.strictObject({ received: z.literal(true) }),
});

export const enterBallot = endpoint({
  name: 'motions.enterBallot',
  summary: 'Enter the ballot of a present voter, as they said it',
  route: 'PUT /ajax/votes/:id/ballots/:member_id',
  access: 'member',
  params: z.strictObject({ id, member_id: id }),
  body: z.strictObject({ choice: z.enum(ballotChoices) }),
  answer: motionsOfMeeting,
});

export const closeVote = endpoint({
  name: 'motions.closeVote',
  summary: 'Close a vote with the ballots received, or with the counted hands',
  route: 'POST /ajax/votes/:id/close',
  access: 'member',
  body: z.strictObject({
    counts: handCounts.optional(),
  }),
  answer: motionsOfMeeting,
});

export const correctCounts = endpoint({
  name: 'motions.correctCounts',
  summary: 'Correct the hands that were counted; what was entered before is kept',
  route: 'POST /ajax/votes/:id/counts',
  access: 'member',
  body: handCounts,
  answer: motionsOfMeeting,
});

export const decideTie = endpoint({
  name: 'motions.decideTie',
  summary: 'Decide a tie, as the chair',
  route: 'POST /ajax/votes/:id/casting',
  access: 'member',
  body: z.strictObject({ choice: z.enum(['for', 'against']) }),
  answer: motionsOfMeeting,
});

export const voidVote = endpoint({
  name: 'motions.voidVote',
  summary: 'Declare a vote void; its motion can be voted on again',
  route: 'POST /ajax/votes/:id/void',
  access: 'member',
  body: z.strictObject({ reason: requiredLines(reasonMax) }),
  answer: motionsOfMeeting,
});
