import type { MeetingSummary } from '../../contract/meetings.ts';
import type { RsvpLetter } from '../../domain/rsvp.ts';
import { answer } from '../features/attendance/commands.ts';
import { createMeeting } from '../features/meetings/commands.ts';
import { publishMeeting } from '../features/meetings/publish.ts';
import { listAgendaItems, loadMeeting } from '../features/meetings/queries.ts';
import { type DemoFile, seedDocument } from './seed-documents.ts';
import { asMember, type SeededMember, type Seeding } from './seeding.ts';

export interface DemoPaper {
  readonly file: DemoFile;
  readonly at: Date;
}

export interface DemoMeeting {
  readonly title: string;
  readonly type: MeetingSummary['type'];
  readonly start: Date;
  readonly lengthMinutes: number;
  readonly location: string;
  readonly joinUrl: string;
  readonly description: string;
  readonly items: readonly {
    readonly title: string;
    readonly presenter: string;
    readonly minutes: number;
    readonly description?: string;
    readonly papers?: readonly DemoPaper[];
  }[];
  readonly papers: readonly DemoPaper[];
  readonly createdAt: Date;
  /** Null: it stays a draft. */
  readonly publishedAt: Date | null;
  readonly answers: readonly { readonly member: SeededMember; readonly letter: RsvpLetter; readonly at: Date }[];
  readonly attended: readonly SeededMember[];
}

/** Makes one meeting by the product's own commands, each at its time. Answers the documents' ids by their titles. */
export async function seedMeeting(
  seeding: Seeding,
  adminId: string,
  meeting: DemoMeeting,
): Promise<{ readonly meetingId: string; readonly documentIds: ReadonlyMap<string, string> }> {
  const { meetingId, itemIds } = await draft(seeding, adminId, meeting);
  const documentIds = new Map<string, string>();
  const bring = async (paper: DemoPaper, place: Parameters<typeof seedDocument>[1]['place']): Promise<void> => {
    const id = await seedDocument(seeding, { userId: adminId, at: paper.at, file: paper.file, place });
    documentIds.set(paper.file.title, id);
  };
  for (const [nth, item] of meeting.items.entries()) {
    for (const paper of item.papers ?? []) await bring(paper, { kind: 'agenda-item', id: itemIds[nth] ?? '' });
  }
  for (const paper of meeting.papers) await bring(paper, { kind: 'meeting', id: meetingId });
  if (meeting.publishedAt) await publish(seeding, { adminId, meetingId, at: meeting.publishedAt });
  for (const given of meeting.answers) {
    await asMember(seeding, { userId: given.member.userId, at: given.at }, async (scope) => {
      const answered = await loadMeeting(scope, meetingId, { lock: 'share' });
      await answer(scope, seeding.context.config, {
        meeting: answered,
        memberId: scope.member.id,
        letter: given.letter,
      });
    });
  }
  await tickAttendance(seeding, { adminId, meetingId, meeting });
  return { meetingId, documentIds };
}

function draft(seeding: Seeding, adminId: string, meeting: DemoMeeting) {
  return asMember(seeding, { userId: adminId, at: meeting.createdAt }, async (scope) => {
    const meetingId = await createMeeting(scope, {
      title: meeting.title,
      type: meeting.type,
      start: meeting.start.toISOString(),
      end: new Date(meeting.start.getTime() + meeting.lengthMinutes * 60_000).toISOString(),
      location: meeting.location,
      join_url: meeting.joinUrl,
      description: meeting.description,
      agenda_items: meeting.items.map(({ title, presenter, minutes, description = '' }) => ({
        title,
        presenter,
        minutes,
        description,
      })),
    });
    return { meetingId, itemIds: (await listAgendaItems(scope, meetingId)).map((item) => item.id) };
  });
}

function publish(seeding: Seeding, given: { readonly adminId: string; readonly meetingId: string; readonly at: Date }) {
  return asMember(seeding, { userId: given.adminId, at: given.at }, async (scope) => {
    await publishMeeting(scope, seeding.context.secrets, await loadMeeting(scope, given.meetingId, { lock: 'update' }));
  });
}

/** No command ticks attendance yet. */
async function tickAttendance(
  seeding: Seeding,
  given: { readonly adminId: string; readonly meetingId: string; readonly meeting: DemoMeeting },
): Promise<void> {
  const memberIds = given.meeting.attended.map((member) => member.memberId);
  if (memberIds.length === 0) return;
  await asMember(seeding, { userId: given.adminId, at: given.meeting.start }, async (scope) => {
    await scope.tx
      .updateTable('invitees')
      .set({ attendance: true })
      .where('board_id', '=', scope.board.id)
      .where('meeting_id', '=', given.meetingId)
      .where('member_id', 'in', memberIds)
      .execute();
  });
}
