import { z } from 'zod';
import {
  ballotReaders,
  bodyNumberMax,
  checkIns,
  interestsMonthsMax,
  majorities,
  majorityBases,
  minutesApprovals,
  minutesNames,
  minutesSigners,
  recusedCounts,
  standingKinds,
  voteWays,
  writtenHoursMax,
  writtenNeeds,
} from '#domain/deciding.ts';
import { commentDaysMax } from '#domain/meeting-minutes.ts';
import { decidingMessages } from '#domain/messages/deciding.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { audienceMember } from './audience.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, instant } from './fields.ts';

const bodyNumber = z.number().int().min(1).max(bodyNumberMax);

const quorumRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('more-than-half') }),
  z
    .strictObject({ kind: z.literal('fraction'), numerator: bodyNumber, denominator: bodyNumber })
    .refine(({ numerator, denominator }) => numerator <= denominator, {
      path: ['numerator'],
      message: decidingMessages.moreThanAll,
    }),
  z.strictObject({ kind: z.literal('number'), number: bodyNumber }),
]);

const bodyFields = {
  /** Null: as many as there are voting members. */
  seats: bodyNumber.nullable(),
  rule: quorumRule,
  at_least: bodyNumber,
  chair_id: id.nullable(),
  secretary_id: id.nullable(),
};

const bodyInput = z.strictObject({ id, ...bodyFields });

const body = bodyInput.extend({
  /** Null: the whole board. */
  group_id: id.nullable(),
  /** The group's; empty for the whole board. */
  name: z.string(),
  /** Voting members in office: pending ones are not. */
  voters: z.number().int(),
  /** Whose members vote, and who of them does not; null for whom this is not to choose. */
  member_ids: z.array(id).nullable(),
  non_voter_ids: z.array(id).nullable(),
});
export type DecidingBody = z.output<typeof body>;

const switched = z.strictObject({ member_id: id, votes: z.boolean() });

export const reminderDaysMax = 4;
export const reminderDayMax = 60;

const settingFields = {
  remote_counts: z.boolean(),
  check_in: z.enum(checkIns),
  /** For the quorum of an item and its majority. */
  recused_counts: z.enum(recusedCounts),
  /** Of a vote, unless it is opened with another. */
  majority: z.enum(majorities),
  majority_of: z.enum(majorityBases),
  vote_way: z.enum(voteWays),
  secret_votes: z.boolean(),
  /** A tie is decided by the chair. */
  casting_vote: z.boolean(),
  /** A motion needs one. */
  seconder: z.boolean(),
  /** Voting members suggest motions. */
  suggestions: z.boolean(),
  ballots_shown_to: z.enum(ballotReaders),
  /** Whose named ballots the minutes tell: nobody's, of who asked for it, everybody's. */
  minutes_names: z.enum(minutesNames),
  /** How minutes are approved. */
  minutes_approval: z.enum(minutesApprovals),
  /** For whom their PDF has a line to sign on. */
  minutes_signed_by: z.enum(minutesSigners),
  /** After circulating; 0: no comments. */
  comment_days: z.number().int().min(0).max(commentDaysMax),
  /** Who must be for a written resolution: all, more than half of those in office; or there are none. */
  written_needs: z.enum(writtenNeeds),
  /** A voter may ask for a meeting instead. */
  written_objection: z.boolean(),
  /** Each ballot on one asks for the password, or a passkey. */
  written_confirmed: z.boolean(),
  /** After so many a member's interests wait to be confirmed anew; 0: never. */
  interests_months: z.number().int().min(0).max(interestsMonthsMax),
  /** The desk may withhold an agenda item from somebody. */
  withholding: z.boolean(),
  /** Until the deadline of a written resolution. */
  written_hours: z.number().int().min(1).max(writtenHoursMax),
  /** Proposed in the form of a new meeting. */
  standing_items: z
    .array(z.enum(standingKinds))
    .max(standingKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, validationMessages.duplicate),
  /** Before an action item's due day; 0 is the day itself. */
  action_reminder_days: z
    .array(z.number().int().min(0).max(reminderDayMax))
    .max(reminderDaysMax)
    .refine((days) => new Set(days).size === days.length, validationMessages.duplicate),
};

const deciding = z.strictObject({
  ...settingFields,
  revision: z.int32(),
  /** When a board admin first confirmed who votes; null until then. */
  confirmed_at: instant.nullable(),
  /** The whole board, then the groups that the reader sees, by name. */
  bodies: z.array(body),
  /** Active and pending members, by name; null for whom this is not to choose. */
  people: z.array(audienceMember).nullable(),
  can: z.strictObject({ edit: z.boolean() }),
});
export type Deciding = z.output<typeof deciding>;

const answer = z.strictObject({ deciding });
const bodiesMax = 201;
const switchedMax = 2_000;

export const getDeciding = endpoint({
  name: 'deciding.get',
  summary: 'How the board decides, and its bodies',
  method: 'GET',
  path: '/ajax/deciding',
  access: 'member',
  answer,
});

export const saveDeciding = endpoint({
  name: 'deciding.save',
  summary: 'Change how the board decides; what somebody else has changed since `revision` is not overwritten',
  method: 'POST',
  path: '/ajax/deciding',
  access: 'board-admin',
  body: z.strictObject({
    revision: z.int32().min(0),
    ...z.strictObject(settingFields).partial().shape,
    bodies: z
      .array(
        bodyInput.extend({
          /** Its members who are to vote from now on, or not any more. */
          switched: z.array(switched).max(switchedMax).optional(),
        }),
      )
      .max(bodiesMax)
      .optional(),
    /** Confirms who votes. */
    confirmed: z.literal(true).optional(),
  }),
  answer,
});

export const setVoter = endpoint({
  name: 'deciding.setVoter',
  summary: 'Let a member of a body vote in it, or not',
  method: 'POST',
  path: '/ajax/bodies/:id/voters',
  access: 'board-admin',
  params: idParams,
  body: switched,
  answer,
});
