import { randomUUID } from 'node:crypto';
import type { PollChoice, PollResults } from '#domain/polls.ts';
import type { Context } from '#server/context.ts';
import { addJob } from '#server/jobs/queue.ts';
import type { TestContext } from './context.ts';
import { inBoard, insertInto, type MadeMeeting, makeMeeting } from './factories.ts';

export interface MadePoll {
  readonly id: string;
  readonly boardId: string;
  readonly optionIds: readonly string[];
}

/** The default poll is open and not anonymous, allows a single choice, and always shows its results. */
export async function makePoll(
  context: Context,
  given: {
    readonly meeting?: MadeMeeting;
    readonly announcement?: MadeMeeting;
    readonly question?: string;
    readonly choice?: PollChoice;
    readonly isAnonymous?: boolean;
    readonly results?: PollResults;
    readonly closesAt?: string;
    readonly options?: readonly string[];
  },
): Promise<MadePoll> {
  const { announcement, isAnonymous = false, options = ['Yes', 'No', 'Abstain'] } = given;
  const item = announcement ?? given.meeting ?? (await makeMeeting(context));
  const id = randomUUID();
  const place = { board_id: item.boardId, poll_id: id };
  const rows = options.map((text, position) => ({ ...place, id: randomUUID(), position, text }));
  await inBoard(context, item.boardId, async (tx) => {
    const rules = {
      choice: given.choice ?? ('single' as const),
      is_anonymous: isAnonymous,
      results: given.results ?? (isAnonymous ? ('after-closing' as const) : ('always' as const)),
    };
    await insertInto(tx, 'polls', {
      id,
      board_id: item.boardId,
      ...(announcement ? { announcement_id: item.id } : { meeting_id: item.id }),
      question: given.question ?? 'Strategy day in January?',
      closes_at: given.closesAt ?? null,
      ...rules,
      created_at: context.clock.now(),
    });
    await insertInto(tx, 'poll_options', rows);
    if (isAnonymous) {
      const tallies = rows.map((row) => ({ ...place, option_id: row.id }));
      await insertInto(tx, 'poll_tallies', tallies);
    }
  });
  return { id, boardId: item.boardId, optionIds: rows.map((row) => row.id) };
}

export async function closeDuePolls(context: TestContext): Promise<void> {
  await addJob(context.db, { name: 'close-polls', payload: {} });
  await context.runJobs(['close-polls', 'close-poll']);
}

/** The options are 7, 14 and 21 days away by default and last two hours each. */
export async function makeDateSearch(
  context: Context,
  given: Parameters<typeof makeMeeting>[1] & { readonly days?: readonly number[] } = {},
): Promise<MadeMeeting & { readonly optionIds: readonly string[] }> {
  const { days = [7, 14, 21], ...rest } = given;
  const at = (day: number, hours = 0) => new Date(context.clock.now().getTime() + day * 86_400_000 + hours * 3_600_000);
  const [startsAt, endsAt] = [at(Math.min(...days)), at(Math.max(...days), 2)];
  const meeting = await makeMeeting(context, {
    state: 'cancelled',
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    ...rest,
  });
  const place = { board_id: meeting.boardId, meeting_id: meeting.id };
  const options = days.map((day) => ({ ...place, id: randomUUID(), starts_at: at(day), ends_at: at(day, 2) }));
  const state = rest.state === 'draft' ? 'draft' : 'finding-date';
  await inBoard(context, meeting.boardId, async (tx) => {
    await insertInto(tx, 'date_options', options);
    await tx.updateTable('meetings').set({ state, finds_date: true }).where('id', '=', meeting.id).execute();
  });
  return { ...meeting, optionIds: options.map((option) => option.id) };
}
