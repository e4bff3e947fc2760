import type { PollInput } from '#contract/polls.ts';
import type { DateAnswer } from '#domain/date-finding.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { pollHomeFacts } from '#server/features/homes/meetings/base/policy.ts';
import { findOwnInvitee, loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { createMeeting } from '#server/features/homes/meetings/commands.ts';
import { writeDateAnswers } from '#server/features/homes/meetings/date-finding/commands.ts';
import { listDateOptions } from '#server/features/homes/meetings/date-finding/queries.ts';
import { publishMeeting } from '#server/features/homes/meetings/lifecycle/commands.ts';
import { lockPoll } from '#server/features/papers/polls/base/queries.ts';
import { closePoll, createPoll } from '#server/features/papers/polls/commands.ts';
import { respond } from '#server/features/papers/polls/responses/commands.ts';
import type { HarbourCast } from './harbour-meetings.ts';
import { asMember, daysBefore, type SeededMember, type Seeding, workday } from './seeding.ts';

export async function seedQuestions(seeding: Seeding, cast: HarbourCast, meetingId: string): Promise<void> {
  await seedDateSearch(seeding, cast);
  const { aisha, sunita, martin, thomas, ruth, priya, james } = cast.everyone;
  await seedPoll(seeding, cast, {
    meetingId,
    poll: {
      question: 'January strategy day at Maple Court?',
      choice: 'single',
      is_anonymous: false,
      results: 'after-answering',
      options: ['Yes', 'No', 'Abstain'],
      closes_at: workday(seeding.today, { days: 4, time: '17:00', timeZone: cast.timeZone }).toISOString(),
    },
    answers: [
      [aisha, [0]],
      [thomas, [0]],
      [martin, [1]],
    ],
  });
  await seedPoll(seeding, cast, {
    meetingId,
    poll: {
      question: 'Which visits would you join in spring?',
      choice: 'multiple',
      is_anonymous: false,
      results: 'always',
      closes_at: null,
      options: ['Maple Court after the retrofit', 'The Wharf Road site', 'A trust that builds in timber'],
    },
    answers: [
      [ruth, [0, 1]],
      [sunita, [1, 2]],
      [james, [0, 1, 2]],
    ],
  });
  await seedPoll(seeding, cast, {
    meetingId,
    poll: {
      question: 'Start the December meeting at 1:00 PM?',
      choice: 'single',
      is_anonymous: true,
      results: 'after-closing',
      closes_at: null,
      options: ['Yes', 'No', 'Abstain'],
    },
    answers: [
      [aisha, [0]],
      [sunita, [0]],
      [thomas, [0]],
      [ruth, [0]],
      [priya, [1]],
      [james, [2]],
    ],
    isClosed: true,
  });
}

const [yes, maybe, no]: readonly DateAnswer[] = ['yes', 'if-need-be', 'no'];

async function seedDateSearch(seeding: Seeding, cast: HarbourCast): Promise<void> {
  const { today } = seeding;
  const { elena, ...others } = cast.everyone;
  const offered = [48, 55, 60].map((days, nth) => {
    const start = workday(today, { days, time: nth === 2 ? '13:00' : '10:00', timeZone: cast.timeZone });
    return { start: start.toISOString(), end: new Date(start.getTime() + 5 * 3_600_000).toISOString() };
  });
  const meetingId = await asMember(seeding, { userId: elena.userId, at: daysBefore(today, 6) }, (scope) =>
    createMeeting(scope, {
      title: 'Trustees’ Site Visit',
      type: 'in-person',
      location: 'Wharf Road, by the old boathouse',
      join_url: '',
      description: 'A walk over the Wharf Road site with the architect, and lunch afterwards.',
      audience: { whole_board: true, group_ids: [], member_ids: [] },
      start: null,
      end: null,
      date_options: offered,
      agenda_items: [],
    }),
  );
  await asMember(seeding, { userId: elena.userId, at: daysBefore(today, 5.9) }, async (scope) => {
    const lock = await lockBoard(scope, 'audiences');
    const draft = await loadMeeting(scope, meetingId, { lock: 'update' });
    await publishMeeting(scope, seeding.context.secrets, { lock, draft });
  });
  const given: readonly (readonly [SeededMember, readonly (DateAnswer | undefined)[]])[] = [
    [others.aisha, [yes, yes, no]],
    [others.sunita, [no, yes, maybe]],
    [others.martin, [maybe, yes, yes]],
    [others.thomas, [yes, yes, no]],
    [others.ruth, [yes, maybe, yes]],
    [others.priya, [no, yes, yes]],
  ];
  for (const [nth, [member, answers]] of given.entries()) {
    await asMember(seeding, { userId: member.userId, at: daysBefore(today, 5 - nth / 2) }, async (scope) => {
      const meeting = await loadMeeting(scope, meetingId, { lock: 'share' });
      const options = await listDateOptions(scope, meetingId);
      await writeDateAnswers(scope, {
        meeting,
        memberId: scope.member.id,
        answers: options.map((option, place) => ({ option_id: option.id, answer: answers[place] ?? null })),
      });
    });
  }
}

async function seedPoll(
  seeding: Seeding,
  cast: HarbourCast,
  given: {
    readonly meetingId: string;
    readonly poll: PollInput;
    readonly answers: readonly (readonly [SeededMember, readonly number[]])[];
    readonly isClosed?: boolean;
  },
): Promise<void> {
  const { config } = seeding.context;
  const { meetingId } = given;
  const by = (member: SeededMember, days: number) => ({ userId: member.userId, at: daysBefore(seeding.today, days) });
  const pollId = await asMember(seeding, by(cast.everyone.elena, 8), async (scope) => {
    const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
    const isInvited = (await findOwnInvitee(scope, meetingId)) !== null;
    return createPoll(scope, { home: pollHomeFacts(scope, config, { meeting, isInvited }), poll: given.poll });
  });
  for (const [member, choices] of given.answers) {
    await asMember(seeding, by(member, 6), async (scope) => {
      const opened = await lockPoll(scope, config, { pollId });
      const { options } = opened.poll;
      await respond(
        scope,
        opened,
        options.filter((_, place) => choices.includes(place)).map(({ id }) => id),
      );
    });
  }
  if (given.isClosed) {
    await asMember(seeding, by(cast.everyone.elena, 3), async (scope) =>
      closePoll(scope, await lockPoll(scope, config, { pollId })),
    );
  }
}
