import type { RichBlock } from '#domain/rich-text.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { pollHomeFactsOfAnnouncement } from '#server/features/homes/announcements/announcement/policy.ts';
import { loadAnnouncement } from '#server/features/homes/announcements/announcement/queries.ts';
import {
  createAnnouncement,
  publishAnnouncement,
  scheduleAnnouncement,
} from '#server/features/homes/announcements/commands.ts';
import { groupNames } from '#server/features/members/groups/queries.ts';
import { announcementVisits } from '#server/features/papers/documents/visits/commands.ts';
import { createPoll } from '#server/features/papers/polls/commands.ts';
import { type DemoFile, seedDocument } from './seed-documents.ts';
import { answerPoll, type DemoPoll, pollInput } from './seed-questions.ts';
import { type Act, asMember, type Stage } from './seeding.ts';

export interface DemoAnnouncement extends Act {
  readonly title: string;
  readonly body: readonly (string | RichBlock)[];
  readonly groups?: readonly string[];
  readonly paper?: DemoFile;
  readonly poll?: DemoPoll;
  readonly openedBy?: readonly string[];
  readonly publishOn?: Date;
  readonly isDraft?: boolean;
}

const hourMs = 3_600_000;

export const richBlock = (block: string | RichBlock): RichBlock =>
  typeof block === 'string' ? { type: 'paragraph', content: [{ type: 'text', text: block }] } : block;

export async function seedAnnouncement(stage: Stage, given: DemoAnnouncement): Promise<void> {
  const { title, groups = [], openedBy = [], poll } = given;
  const id = await asMember(stage, given, async (scope) => {
    const named = (await groupNames.run(scope.tx, {}, scope.now)).filter(({ name }) => groups.includes(name));
    const audience = { whole_board: groups.length === 0, group_ids: named.map((group) => group.id), member_ids: [] };
    return createAnnouncement(scope, { title, audience, body: { type: 'doc', content: given.body.map(richBlock) } });
  });
  if (given.paper) await seedDocument(stage, given, { file: given.paper, place: { kind: 'announcement', id } });
  const pollId = await asMember(stage, given, async (scope) => {
    const home = pollHomeFactsOfAnnouncement(await loadAnnouncement(scope, id, { lock: 'update' }));
    return poll ? createPoll(scope, { home, poll: pollInput(poll) }) : null;
  });
  if (given.isDraft) return;
  await asMember(stage, given, async (scope) => {
    await lockBoard(scope, 'audiences');
    const item = await loadAnnouncement(scope, id, { lock: 'update' });
    if (given.publishOn) await scheduleAnnouncement(scope, item, given.publishOn);
    else await publishAnnouncement(scope, stage.context.secrets, item);
  });
  const later = (nth: number): Date => new Date(given.at.getTime() + (nth + 1) * hourMs);
  for (const [nth, by] of openedBy.entries()) {
    await asMember(stage, { by, at: later(nth) }, ({ board, member, now }) =>
      announcementVisits.write(stage.context.db, [{ boardId: board.id, homeId: id, memberId: member.id, at: now }]),
    );
  }
  if (poll && pollId !== null) await answerPoll(stage, { pollId, poll, at: later(openedBy.length) });
}
