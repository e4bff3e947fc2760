import type { Context } from '#server/context.ts';
import { issueSetupToken, openInstallation } from '#server/features/access/first-start/commands.ts';
import { meetingVisits } from '#server/features/homes/meetings/commands.ts';
import { openedDocument } from '#server/features/papers/reading/commands.ts';
import { harbourAnnouncements } from './harbour-announcements.ts';
import { harbourLibrary } from './harbour-library.ts';
import {
  committeeMeeting,
  fundraisingDraft,
  type HarbourCast,
  nextBoardMeeting,
  plainBoardMeeting,
  strategyDayDraft,
} from './harbour-meetings.ts';
import { demoPassword, invitedTrustee, lapsedTrustee, secretary, trustees } from './people.ts';
import { seedActions } from './seed-actions.ts';
import { seedAnnouncement } from './seed-announcements.ts';
import { seedDeciding } from './seed-deciding.ts';
import { seedAnnotations } from './seed-documents.ts';
import { harbourGroups, seedGroups } from './seed-groups.ts';
import { pastMeetings, seedFounder, seedUse } from './seed-history.ts';
import { seedInterests } from './seed-interests.ts';
import { seedLibrary } from './seed-library.ts';
import { seedDeletion, seedMeeting } from './seed-meeting.ts';
import { seedMinutes, seedRevision } from './seed-minutes.ts';
import { forgetWaitingMail, seedExpiredInvitation, seedInvitation, seedMember, seedSessions } from './seed-people.ts';
import { seedInvitedTrustees, seedProfiles } from './seed-profiles.ts';
import { seedQuestions } from './seed-questions.ts';
import { seedCirculating, seedPassedResolutions } from './seed-resolutions.ts';
import { seedWithholding } from './seed-room.ts';
import {
  asMember,
  atTime,
  boardTime,
  daysBefore,
  monthName,
  type SeededMember,
  type Seeding,
  workday,
} from './seeding.ts';

const title = 'Harbour Street Housing Trust';
const timeZone = 'America/Halifax';
const nextIn = 5;
const lastOn = -37;
const daysToAnotherMonth = 33;

export async function seedHarbourStreet(context: Context, today: Date): Promise<{ readonly secretaryId: string }> {
  const opened = await openBoard(context, daysBefore(today, 800));
  const seeding: Seeding = { context, boardId: opened.boardId, timeZone, today };
  const secretaryId = opened.userId;
  await seedFounder(seeding, { userId: secretaryId, at: daysBefore(today, 800) });
  const cast = await seedTrustees(seeding, secretaryId);
  await seedProfiles(seeding, cast);
  await seedInterests(seeding, cast);
  await seedGroups(seeding, { adminId: secretaryId, at: daysBefore(today, 780), groups: harbourGroups(cast) });
  await seedDeciding(seeding, cast, daysBefore(today, 779));
  const lastMeetingId = await seedPast(seeding, cast);
  await seedComing(seeding, cast);
  const announcements = harbourAnnouncements(cast, today);
  const isOld = ({ at }: { readonly at: Date }): boolean => at < daysBefore(today, 3);
  for (const each of announcements.filter(isOld)) await seedAnnouncement(seeding, each);
  await seedActions(seeding, cast, lastMeetingId);
  await seedLastMinutes(seeding, cast, lastMeetingId);
  await seedPassedResolutions(seeding, cast);
  await forgetWaitingMail(seeding, secretaryId);
  await seedExpiredInvitation(seeding, { inviterId: secretaryId, at: daysBefore(today, 20), person: lapsedTrustee });
  await seedInvitation(seeding, { inviterId: secretaryId, at: daysBefore(today, 3), person: invitedTrustee });
  await seedInvitedTrustees(seeding, secretaryId);
  await seedNext(seeding, cast);
  await seedCirculating(seeding, cast);
  for (const each of announcements.filter((announcement) => !isOld(announcement)))
    await seedAnnouncement(seeding, each);
  await seedLibrary(seeding, { adminId: secretaryId, categories: harbourLibrary({ today, timeZone }) });
  await seedUse(seeding, Object.values(cast.everyone));
  await seedSessions(seeding, secretaryId);
  return { secretaryId };
}

async function openBoard(context: Context, at: Date) {
  const token = await issueSetupToken(context);
  if (!token) throw new Error('The installation is in use already.');
  return openInstallation(atTime(context, at), {
    token,
    first_name: secretary.first_name,
    last_name: secretary.last_name,
    email: secretary.email,
    password: demoPassword,
    password_confirmation: demoPassword,
    board_title: title,
    shortname: 'harbour-street',
    time_zone: timeZone,
  });
}

async function seedTrustees(seeding: Seeding, secretaryId: string): Promise<HarbourCast> {
  const at = daysBefore(seeding.today, 790);
  const elena = await asMember(seeding, { userId: secretaryId, at }, async (scope) => ({
    userId: secretaryId,
    memberId: scope.member.id,
  }));
  const joined: SeededMember[] = [];
  for (const person of trustees)
    joined.push(await seedMember(seeding, { inviterId: secretaryId, at, person, account: 'new' }));
  const [ruth, martin, priya, aisha, sunita, thomas, james] = joined;
  if (!ruth || !martin || !priya || !aisha || !sunita || !thomas || !james) throw new Error('A trustee is missing.');
  return {
    timeZone,
    everyone: { elena, ruth, martin, priya, aisha, sunita, thomas, james },
  };
}

async function seedPast(seeding: Seeding, cast: HarbourCast): Promise<string> {
  const { today } = seeding;
  const on = (days: number, time = '09:30') => workday(today, { days, time, timeZone });
  const board = (days: number) =>
    plainBoardMeeting(cast, {
      title: `${monthName(on(days), timeZone)} Board Meeting`,
      start: on(days),
      today,
      type: 'hybrid',
    });
  const past = [
    board(-610),
    plainBoardMeeting(cast, { title: 'Annual General Meeting', start: on(-520), today, type: 'in-person' }),
    board(-300),
    committeeMeeting(cast, {
      name: 'Governance Committee',
      start: on(-200, '16:00'),
      today,
      secretaryAnswers: 'y',
    }),
    committeeMeeting(cast, {
      name: 'Finance & Audit Committee',
      start: on(-100, '14:00'),
      today,
      secretaryAnswers: 'y',
    }),
    ...pastMeetings(cast, today),
  ];
  const adminId = cast.everyone.elena.userId;
  for (const meeting of past) await seedMeeting(seeding, adminId, meeting);
  return (await seedMeeting(seeding, adminId, board(lastOn))).meetingId;
}

async function seedLastMinutes(seeding: Seeding, { everyone }: HarbourCast, meetingId: string): Promise<void> {
  const { today } = seeding;
  const { elena, thomas } = everyone;
  const welcome = ['Ruth Okafor called the meeting to order and welcomed the members.'];
  const report = 'Hannah Reid reported on lettings, repairs and the staff survey.';
  await seedMinutes(seeding, {
    meetingId,
    secretary: elena,
    begunAt: daysBefore(today, 9),
    circulatedAt: daysBefore(today, 6),
    notes: {
      'Welcome and call to order': welcome,
      'Executive Director’s report': [report, 'Empty homes fell from 14 to 11.'],
    },
  });
  await seedRevision(seeding, {
    meetingId,
    secretary: elena,
    comment: {
      by: thomas,
      on: 'Executive Director’s report',
      at: daysBefore(today, 3),
      text: 'By my notes it was 9 empty homes at the end of the quarter. Worth checking before this goes further?',
    },
    edit: {
      on: 'Executive Director’s report',
      at: daysBefore(today, 1),
      notes: [report, 'Empty homes fell from 14 to 9. The board asked that the hardship fund be shown separately.'],
    },
  });
}

async function seedComing(seeding: Seeding, cast: HarbourCast): Promise<void> {
  const { today } = seeding;
  const on = (days: number, time = '09:30') => workday(today, { days, time, timeZone });
  const later = on(nextIn + daysToAnotherMonth);
  const coming = [
    committeeMeeting(cast, {
      name: 'Governance Committee',
      start: on(19, '16:00'),
      today,
      secretaryAnswers: 'y',
    }),
    committeeMeeting(cast, {
      name: 'Finance & Audit Committee',
      start: on(24, '14:00'),
      today,
      secretaryAnswers: 'y',
    }),
    plainBoardMeeting(cast, {
      title: `${monthName(later, timeZone)} Board Meeting`,
      start: later,
      today,
      type: 'hybrid',
    }),
    strategyDayDraft({ start: on(62, '10:00'), today }),
  ];
  const adminId = cast.everyone.elena.userId;
  for (const meeting of coming) await seedMeeting(seeding, adminId, meeting);
  const { meetingId } = await seedMeeting(seeding, adminId, fundraisingDraft({ start: on(33, '18:00'), today }));
  await seedDeletion(seeding, { adminId, meetingId, at: daysBefore(today, 1) });
}

async function seedNext(seeding: Seeding, cast: HarbourCast): Promise<void> {
  const { today } = seeding;
  const { elena, james } = cast.everyone;
  const evening = (time: string) => boardTime(today, { days: -2, time, timeZone });
  const meeting = nextBoardMeeting(cast, {
    start: workday(today, { days: nextIn, time: '09:30', timeZone }),
    before: workday(today, { days: lastOn, time: '09:30', timeZone }),
    today,
  });
  const { meetingId, documentIds } = await seedMeeting(seeding, elena.userId, meeting);
  await seedQuestions(seeding, cast, meetingId);
  const idOf = (wanted: string): string => {
    const found = [...documentIds].find(([name]) => name.startsWith(wanted));
    if (!found) throw new Error(`The next meeting has no paper named ${wanted}.`);
    return found[1];
  };
  await seedWithholding(seeding, {
    meetingId,
    member: james,
    adminId: elena.userId,
    at: evening('17:30'),
    title: 'Wharf Road',
    nature: 'Shareholder of a company that may tender for the build contract.',
    reason: 'Interest in a possible tenderer for the build contract.',
  });
  await asMember(seeding, { userId: elena.userId, at: evening('19:00') }, ({ board, member, now }) =>
    meetingVisits.write(seeding.context.db, [{ boardId: board.id, meetingId, memberId: member.id, at: now }]),
  );
  await seedAnnotations(seeding, {
    userId: elena.userId,
    author: 'Elena Kowalczyk',
    at: evening('19:30'),
    documentId: idOf('Finance report'),
    xfdf: 'harbour-street/finance-report-q2-2026-27.xfdf',
  });
  for (const [nth, wanted] of ['Site plan', 'Draft minutes', 'Wharf Road', 'Finance report'].entries()) {
    const at = new Date(evening('19:30').getTime() + nth * 60_000);
    await asMember(seeding, { userId: elena.userId, at }, ({ tx, now }) =>
      openedDocument.run(tx, { id: idOf(wanted) }, now),
    );
  }
}
