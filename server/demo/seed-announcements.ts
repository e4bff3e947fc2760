import type { PollInput } from '#contract/polls.ts';
import type { RichBlock } from '#domain/rich-text.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { pollHomeFactsOfAnnouncement } from '#server/features/homes/announcements/base/policy.ts';
import { loadAnnouncement } from '#server/features/homes/announcements/base/queries.ts';
import {
  createAnnouncement,
  publishAnnouncement,
  scheduleAnnouncement,
} from '#server/features/homes/announcements/commands.ts';
import { noteOpening } from '#server/features/homes/announcements/readers/commands.ts';
import { lockPoll } from '#server/features/papers/polls/base/queries.ts';
import { createPoll } from '#server/features/papers/polls/commands.ts';
import { respond } from '#server/features/papers/polls/responses/commands.ts';
import { type DemoFile, seedDocument } from './seed-documents.ts';
import { asMember, type SeededMember, type Seeding } from './seeding.ts';

export interface DemoAnnouncement {
  readonly title: string;
  readonly author: SeededMember;
  /** The time of writing; also that of publication unless it is a draft or scheduled. */
  readonly at: Date;
  readonly body: readonly RichBlock[];
  readonly groups?: readonly string[];
  readonly paper?: DemoFile;
  readonly poll?: PollInput;
  readonly answers?: readonly (readonly [SeededMember, readonly number[]])[];
  readonly openedBy?: readonly SeededMember[];
  readonly publishOn?: Date;
  readonly isDraft?: boolean;
}

const hourMs = 3_600_000;

export async function seedAnnouncement(seeding: Seeding, given: DemoAnnouncement): Promise<void> {
  const { context } = seeding;
  const { author, at, openedBy = [], answers = [] } = given;
  const byAuthor = { userId: author.userId, at };
  const id = await asMember(seeding, byAuthor, async (scope) => {
    const { groups: names = [] } = given;
    const groups = await scope.tx
      .selectFrom('groups')
      .select('id')
      .where('board_id', '=', scope.board.id)
      .where('name', 'in', names.length === 0 ? [''] : names)
      .execute();
    const audience = { whole_board: names.length === 0, group_ids: groups.map((group) => group.id), member_ids: [] };
    const body = { type: 'doc' as const, content: given.body };
    return createAnnouncement(scope, { title: given.title, body, audience });
  });
  if (given.paper) await seedDocument(seeding, { ...byAuthor, file: given.paper, place: { kind: 'announcement', id } });
  const pollId = await asMember(seeding, byAuthor, async (scope) => {
    const item = await loadAnnouncement(scope, id, { lock: 'update' });
    return given.poll ? createPoll(scope, { home: pollHomeFactsOfAnnouncement(item), poll: given.poll }) : null;
  });
  if (given.isDraft) return;
  await asMember(seeding, byAuthor, async (scope) => {
    await lockBoard(scope, 'audiences');
    const item = await loadAnnouncement(scope, id, { lock: 'update' });
    if (given.publishOn) await scheduleAnnouncement(scope, item, given.publishOn);
    else await publishAnnouncement(scope, context.secrets, item);
  });
  const later = (nth: number): Date => new Date(at.getTime() + (nth + 1) * hourMs);
  for (const [nth, { userId }] of openedBy.entries()) {
    await asMember(seeding, { userId, at: later(nth) }, async ({ tx, now }) =>
      noteOpening.run(tx, { id, last_visited_at: now, previous_visited_at: null }, now),
    );
  }
  if (pollId === null) return;
  for (const [{ userId }, choices] of answers) {
    await asMember(seeding, { userId, at: later(openedBy.length) }, async (scope) => {
      const opened = await lockPoll(scope, context.config, { pollId });
      const { options } = opened.poll;
      const chosen = options.filter((_, place) => choices.includes(place)).map((option) => option.id);
      await respond(scope, opened, chosen);
    });
  }
}
