import type { AgendaItemInput } from '#contract/meetings.ts';
import type { MeetingSummary } from '#contract/summaries.ts';
import type { AgendaPurpose } from '#domain/agenda.ts';
import { wholeBoard } from '#domain/audience.ts';
import { fullName } from '#domain/identity.ts';
import type { RsvpLetter } from '#domain/rsvp.ts';
import { proposedKinds, standingTitles, withStandingItems } from '#domain/standing-items.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { readDeciding } from '#server/features/deciding/deciding/queries.ts';
import {
  addGuest,
  answerInvitation,
  loadMeetingForAttendance,
  recordAttendance,
} from '#server/features/homes/meetings/attendance/commands.ts';
import { listAgendaItems, loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { createMeeting } from '#server/features/homes/meetings/commands.ts';
import { listRecipients } from '#server/features/homes/meetings/invitees/queries.ts';
import { deleteMeeting, publishMeeting } from '#server/features/homes/meetings/lifecycle/commands.ts';
import { groupNames } from '#server/features/members/groups/queries.ts';
import { listPeopleRows } from '#server/features/members/people/queries.ts';
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
    readonly minutes: number | null;
    readonly depth?: number;
    readonly purpose?: AgendaPurpose;
    readonly description?: string;
    readonly papers?: readonly DemoPaper[];
  }[];
  readonly papers: readonly DemoPaper[];
  readonly group?: string;
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
  readonly answers: readonly { readonly member: SeededMember; readonly letter: RsvpLetter; readonly at: Date }[];
  readonly attended: readonly SeededMember[];
  readonly guests?: readonly { readonly name: string; readonly role: string }[];
}

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
      await answerInvitation(scope, seeding.context.config, {
        meeting: answered,
        memberId: scope.member.id,
        letter: given.letter,
      });
    });
  }
  await takeAttendance(seeding, { adminId, meetingId, meeting });
  return { meetingId, documentIds };
}

function draft(seeding: Seeding, adminId: string, meeting: DemoMeeting) {
  return asMember(seeding, { userId: adminId, at: meeting.createdAt }, async (scope) => {
    const people = (await listPeopleRows(scope, { withInactive: false })).map((person) => ({
      id: person.id,
      name: fullName(person),
    }));
    const group = (await groupNames.run(scope.tx, {}, scope.now)).find(({ name }) => name === meeting.group);
    const itemOf = (item: DemoMeeting['items'][number]): AgendaItemInput => ({
      title: item.title,
      presenter: item.presenter,
      presenter_id: people.find(({ name }) => name === item.presenter)?.id ?? null,
      minutes: item.minutes,
      description: item.description ?? '',
      depth: item.depth ?? 0,
      purpose: item.purpose ?? null,
      kind: null,
    });
    const items = meeting.items.map(itemOf);
    const meetingId = await createMeeting(scope, {
      audience: group ? { whole_board: false, group_ids: [group.id], member_ids: [] } : wholeBoard,
      title: meeting.title,
      type: meeting.type,
      start: meeting.start.toISOString(),
      end: new Date(meeting.start.getTime() + meeting.lengthMinutes * 60_000).toISOString(),
      location: meeting.location,
      join_url: meeting.joinUrl,
      description: meeting.description,
      date_options: null,
      agenda_items: [
        ...withStandingItems(items, proposedKinds(await readDeciding(scope)), (kind) => ({
          ...itemOf({ title: standingTitles[kind], presenter: '', minutes: null }),
          kind,
        })),
      ],
    });
    const made = await listAgendaItems(scope, meetingId, 'everybody');
    return {
      meetingId,
      itemIds: meeting.items.map(({ title }) => made.findLast((item) => item.title === title)?.id ?? ''),
    };
  });
}

export function seedDeletion(
  seeding: Seeding,
  given: { readonly adminId: string; readonly meetingId: string; readonly at: Date },
): Promise<void> {
  return asMember(seeding, { userId: given.adminId, at: given.at }, async (scope) =>
    deleteMeeting(scope, await loadMeeting(scope, given.meetingId, { lock: 'update' })),
  );
}

function publish(seeding: Seeding, given: { readonly adminId: string; readonly meetingId: string; readonly at: Date }) {
  return asMember(seeding, { userId: given.adminId, at: given.at }, async (scope) => {
    const lock = await lockBoard(scope, 'audiences');
    const draft = await loadMeeting(scope, given.meetingId, { lock: 'update' });
    await publishMeeting(scope, seeding.context.secrets, { lock, draft });
  });
}

async function takeAttendance(
  seeding: Seeding,
  given: { readonly adminId: string; readonly meetingId: string; readonly meeting: DemoMeeting },
): Promise<void> {
  const present = new Set(given.meeting.attended.map((member) => member.memberId));
  if (present.size === 0) return;
  await asMember(seeding, { userId: given.adminId, at: given.meeting.start }, async (scope) => {
    const meeting = await loadMeetingForAttendance(scope, seeding.context.config, given.meetingId);
    for (const memberId of await listRecipients(scope, meeting.id)) {
      await recordAttendance(scope, { meeting, memberId, attendance: present.has(memberId) });
    }
    for (const guest of given.meeting.guests ?? []) await addGuest(scope, meeting, guest);
  });
}
