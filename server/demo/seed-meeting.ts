import type { AgendaItemInput } from '#contract/meetings.ts';
import type { MeetingSummary } from '#contract/summaries.ts';
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
import { createMeeting } from '#server/features/homes/meetings/commands.ts';
import { listRecipients } from '#server/features/homes/meetings/invitees/queries.ts';
import { deleteMeeting, publishMeeting } from '#server/features/homes/meetings/lifecycle/commands.ts';
import { listAgendaItems, loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { commentOnDraft, showDraft } from '#server/features/homes/meetings/showing/commands.ts';
import { saveTemplate } from '#server/features/homes/meetings/templates/commands.ts';
import { groupNames } from '#server/features/members/groups/queries.ts';
import { listPeopleRows } from '#server/features/members/people/queries.ts';
import { meetingVisits } from '#server/features/papers/documents/visits/commands.ts';
import { type DemoFile, seedDocument } from './seed-documents.ts';
import { type Act, asMember, itemOf, meetingOf, memberOf, type Stage } from './seeding.ts';

type DemoItem = Partial<AgendaItemInput> & {
  readonly title: string;
  readonly papers?: readonly (DemoFile & { readonly at: Date })[];
};

export interface DemoMeeting extends Act {
  readonly key?: string;
  readonly title: string;
  readonly type: MeetingSummary['type'];
  readonly start: Date;
  readonly lengthMinutes: number;
  readonly location?: string;
  readonly joinUrl?: string;
  readonly description?: string;
  readonly items: readonly DemoItem[];
  readonly group?: string;
  readonly publishedAt?: Date;
  readonly answers?: readonly (readonly [string, RsvpLetter, Date])[];
  readonly attended?: readonly string[];
  readonly template?: string;
  readonly guests?: readonly { readonly name: string; readonly role: string }[];
}

export async function seedMeeting(stage: Stage, meeting: DemoMeeting): Promise<void> {
  const { by, publishedAt } = meeting;
  const meetingId = await draft(stage, meeting);
  if (meeting.key !== undefined) stage.meetings.set(meeting.key, meetingId);
  const made = await asMember(stage, meeting, (scope) => listAgendaItems(scope, meetingId, 'everybody'));
  for (const { title, papers = [] } of meeting.items) {
    const id = made.findLast((item) => item.title === title)?.id ?? '';
    for (const file of papers)
      await seedDocument(stage, { by, at: file.at }, { file, place: { kind: 'agenda-item', id } });
  }
  if (publishedAt) await publish(stage, { by, at: publishedAt, meetingId });
  const { template } = meeting;
  if (template !== undefined) {
    await asMember(stage, meeting, async (scope) => {
      await lockBoard(scope, 'audiences');
      await saveTemplate(scope, await loadMeeting(scope, meetingId), template);
    });
  }
  for (const [member, letter, at] of meeting.answers ?? []) {
    await asMember(stage, { by: member, at }, async (scope) => {
      const answered = await loadMeeting(scope, meetingId, { lock: 'share' });
      await answerInvitation(scope, stage.context.config, { meeting: answered, memberId: scope.member.id, letter });
    });
  }
  if (meeting.attended) await takeAttendance(stage, meetingId, meeting);
}

function draft(stage: Stage, meeting: DemoMeeting): Promise<string> {
  const { title, type, start, lengthMinutes, location = '', joinUrl = '', description = '' } = meeting;
  return asMember(stage, meeting, async (scope) => {
    const people = await listPeopleRows(scope, { withInactive: false });
    const group = (await groupNames.run(scope.tx, {}, scope.now)).find(({ name }) => name === meeting.group);
    const itemOf = ({ papers: _, ...item }: DemoItem): AgendaItemInput => ({
      presenter: '',
      presenter_id: people.find((person) => fullName(person) === item.presenter)?.id ?? null,
      minutes: null,
      description: '',
      depth: 0,
      purpose: null,
      kind: null,
      ...item,
    });
    const proposed = proposedKinds(await readDeciding(scope));
    const items = withStandingItems(meeting.items.map(itemOf), proposed, (kind) =>
      itemOf({ title: standingTitles[kind], kind }),
    );
    return createMeeting(scope, {
      audience: group ? { whole_board: false, group_ids: [group.id], member_ids: [] } : wholeBoard,
      title,
      type,
      start: start.toISOString(),
      end: new Date(start.getTime() + lengthMinutes * 60_000).toISOString(),
      location,
      join_url: joinUrl,
      description,
      date_options: null,
      agenda_items: [...items],
    });
  });
}

export const publish = (stage: Stage, { meetingId, ...act }: Act & { readonly meetingId: string }): Promise<void> =>
  asMember(stage, act, async (scope) => {
    const lock = await lockBoard(scope, 'audiences');
    const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
    await publishMeeting(scope, stage.context.secrets, { lock, draft: meeting });
  });

function takeAttendance(stage: Stage, meetingId: string, given: DemoMeeting): Promise<void> {
  const { by, start, attended = [], guests = [] } = given;
  const present = new Set(attended.map((name) => memberOf(stage, name).memberId));
  return asMember(stage, { by, at: start }, async (scope) => {
    const meeting = await loadMeetingForAttendance(scope, stage.context.config, meetingId);
    for (const memberId of await listRecipients(scope, meetingId)) {
      await recordAttendance(scope, { meeting, memberId, attendance: present.has(memberId) });
    }
    for (const guest of guests) await addGuest(scope, meeting, guest);
  });
}

export type MeetingAct = Act & { readonly meeting: string };

export const seedDeletion = (stage: Stage, given: MeetingAct): Promise<unknown> =>
  asMember(stage, given, async (scope) =>
    deleteMeeting(scope, await loadMeeting(scope, meetingOf(stage, given.meeting), { lock: 'update' })),
  );

export const seedVisit = (stage: Stage, given: MeetingAct): Promise<unknown> =>
  asMember(stage, given, ({ board, member, now }) =>
    meetingVisits.write(stage.context.db, [
      { boardId: board.id, homeId: meetingOf(stage, given.meeting), memberId: member.id, at: now },
    ]),
  );

export interface DemoShownDraft extends MeetingAct {
  readonly to: string;
  readonly item: string;
  readonly comment: string;
}

export async function seedShownDraft(stage: Stage, given: DemoShownDraft): Promise<void> {
  const { at, to } = given;
  const id = meetingOf(stage, given.meeting);
  await asMember(stage, given, (scope) => showDraft(scope, id, [memberOf(stage, to).memberId]));
  await asMember(stage, { by: to, at }, async (scope) => {
    await commentOnDraft(scope, await itemOf(scope, id, given.item), given.comment);
  });
}
