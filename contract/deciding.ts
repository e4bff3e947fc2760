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
import { id, instant, rights } from './fields.ts';

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
  /** If null, there are as many seats as voting members. */
  seats: bodyNumber.nullable(),
  rule: quorumRule,
  at_least: bodyNumber,
  chair_id: id.nullable(),
  secretary_id: id.nullable(),
};

const bodyInput = z.strictObject({ id, ...bodyFields });

const body = bodyInput.extend({
  group_id: id.nullable(),
  /** The group's name, or an empty string for the whole board. */
  name: z.string(),
  voters: z.number().int(),
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
  recused_counts: z.enum(recusedCounts),
  majority: z.enum(majorities),
  majority_of: z.enum(majorityBases),
  vote_way: z.enum(voteWays),
  secret_votes: z.boolean(),
  casting_vote: z.boolean(),
  seconder: z.boolean(),
  suggestions: z.boolean(),
  ballots_shown_to: z.enum(ballotReaders),
  minutes_names: z.enum(minutesNames),
  minutes_approval: z.enum(minutesApprovals),
  minutes_signed_by: z.enum(minutesSigners),
  /** Days allowed for comments after the minutes are circulated. 0 disables comments. */
  comment_days: z.number().int().min(0).max(commentDaysMax),
  /** `off` disables written resolutions. */
  written_needs: z.enum(writtenNeeds),
  written_objection: z.boolean(),
  written_confirmed: z.boolean(),
  /** Months after which members must confirm their interests again. 0 disables this. */
  interests_months: z.number().int().min(0).max(interestsMonthsMax),
  new_members_vote: z.boolean(),
  withholding: z.boolean(),
  written_hours: z.number().int().min(1).max(writtenHoursMax),
  standing_items: z
    .array(z.enum(standingKinds))
    .max(standingKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, validationMessages.duplicate),
  /** Days before the due date. 0 means on the due date. */
  action_reminder_days: z
    .array(z.number().int().min(0).max(reminderDayMax))
    .max(reminderDaysMax)
    .refine((days) => new Set(days).size === days.length, validationMessages.duplicate),
};

const deciding = z.strictObject({
  ...settingFields,
  revision: z.int32(),
  confirmed_at: instant.nullable(),
  bodies: z.array(body),
  people: z.array(audienceMember).nullable(),
  can: rights('edit'),
});
export type Deciding = z.output<typeof deciding>;

const answer = z.strictObject({ deciding });
const bodiesMax = 201;
const switchedMax = 2_000;

export const getDeciding = endpoint({
  name: 'deciding.get',
  summary: 'How the board decides, and its bodies',
  route: 'GET /ajax/deciding',
  access: 'member',
  answer,
});

export const saveDeciding = endpoint({
  name: 'deciding.save',
  summary:
    'Change how the board decides; fields changed by somebody else since `revision` are returned, not overwritten',
  route: 'POST /ajax/deciding',
  access: 'board-admin',
  body: z.strictObject({
    revision: z.int32().min(0),
    ...z.strictObject(settingFields).partial().shape,
    bodies: z
      .array(
        bodyInput.extend({
          switched: z.array(switched).max(switchedMax).optional(),
        }),
      )
      .max(bodiesMax)
      .optional(),
    confirmed: z.literal(true).optional(),
  }),
  answer,
});
