import type { Meeting } from '#contract/meetings.ts';
import type { PollInput } from '#contract/polls.ts';
import { wholeBoard } from '#domain/audience.ts';
import type { DateAnswer } from '#domain/date-finding.ts';
import { createMeeting } from '#server/features/homes/meetings/commands.ts';
import { writeDateAnswers } from '#server/features/homes/meetings/date-finding/commands.ts';
import { listDateOptions } from '#server/features/homes/meetings/date-finding/queries.ts';
import { pollHomeFacts } from '#server/features/homes/meetings/meeting/policy.ts';
import { findOwnInvitee, loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { closePoll, createPoll, respond } from '#server/features/papers/polls/commands.ts';
import { lockPoll } from '#server/features/papers/polls/poll/queries.ts';
import { publish } from './seed-meeting.ts';
import { type Act, asMember, meetingOf, type Stage } from './seeding.ts';

export interface DemoPoll extends Omit<PollInput, 'closes_at'> {
  readonly closes_at: Date | null;
  readonly answers: readonly (readonly [string, readonly number[]])[];
}

export const pollInput = ({ answers: _, closes_at, ...poll }: DemoPoll): PollInput => ({
  ...poll,
  closes_at: closes_at?.toISOString() ?? null,
});

export async function answerPoll(
  stage: Stage,
  { pollId, poll, at }: { readonly pollId: string; readonly poll: DemoPoll; readonly at: Date },
): Promise<void> {
  for (const [by, choices] of poll.answers) {
    await asMember(stage, { by, at }, async (scope) => {
      const opened = await lockPoll(scope, stage.context.config, { pollId });
      const chosen = opened.poll.options.filter((_, place) => choices.includes(place));
      await respond(
        scope,
        opened,
        chosen.map(({ id }) => id),
      );
    });
  }
}

export interface DemoMeetingPoll extends Act {
  readonly meeting: string;
  readonly poll: DemoPoll;
  readonly answeredAt: Date;
  readonly closedAt?: Date;
}

export async function seedPoll(stage: Stage, given: DemoMeetingPoll): Promise<void> {
  const { by, poll, closedAt } = given;
  const { config } = stage.context;
  const meetingId = meetingOf(stage, given.meeting);
  const pollId = await asMember(stage, given, async (scope) => {
    const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
    const isInvited = (await findOwnInvitee(scope, meetingId)) !== null;
    return createPoll(scope, { home: pollHomeFacts(scope, config, { meeting, isInvited }), poll: pollInput(poll) });
  });
  await answerPoll(stage, { pollId, poll, at: given.answeredAt });
  if (!closedAt) return;
  await asMember(stage, { by, at: closedAt }, async (scope) =>
    closePoll(scope, await lockPoll(scope, config, { pollId })),
  );
}

export interface DemoDateSearch extends Act, Pick<Meeting, 'title' | 'type' | 'location' | 'description'> {
  readonly starts: readonly Date[];
  readonly hours: number;
  readonly answers: readonly (readonly [string, readonly (DateAnswer | null)[], Date])[];
}

export async function seedDateSearch(stage: Stage, given: DemoDateSearch): Promise<void> {
  const { by, at, starts, hours, answers, ...fields } = given;
  const lengthMs = hours * 3_600_000;
  const meetingId = await asMember(stage, given, (scope) =>
    createMeeting(scope, {
      ...fields,
      join_url: '',
      audience: wholeBoard,
      start: null,
      end: null,
      date_options: starts.map((start) => ({
        start: start.toISOString(),
        end: new Date(start.getTime() + lengthMs).toISOString(),
      })),
      agenda_items: [],
    }),
  );
  await publish(stage, { by, at, meetingId });
  for (const [member, chosen, answeredAt] of answers) {
    await asMember(stage, { by: member, at: answeredAt }, async (scope) => {
      const meeting = await loadMeeting(scope, meetingId, { lock: 'share' });
      const options = await listDateOptions(scope, meetingId);
      const each = options.map((option, nth) => ({ option_id: option.id, answer: chosen[nth] ?? null }));
      await writeDateAnswers(scope, { meeting, memberId: scope.member.id, answers: each });
    });
  }
}
