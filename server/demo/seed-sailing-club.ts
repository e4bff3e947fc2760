import type { BallotChoice } from '#domain/motions.ts';
import { personSlug } from '#domain/shortname.ts';
import type { Context } from '#server/context.ts';
import { hashPassword } from '#server/passwords.ts';
import { commodore, demoPassword, sailors, secretary } from './people.ts';
import { seedFounder, seedUse } from './seed-history.ts';
import { type DemoCategory, seedLibrary } from './seed-library.ts';
import { type DemoMeeting, seedMeeting } from './seed-meeting.ts';
import { seedApproval, seedMinutes } from './seed-minutes.ts';
import { confirmVoters, seedMotion } from './seed-motions.ts';
import { forgetWaitingMail, seedMember, seedSecondBoard } from './seed-people.ts';
import { seedRecusal, seedSession } from './seed-room.ts';
import { asMember, daysBefore, type SeededMember, type Seeding, workday } from './seeding.ts';

export const sailingLibrary: readonly DemoCategory[] = [
  {
    name: 'Rules',
    description: 'Constitution, sailing instructions',
    documents: [
      { kind: 'file', title: 'Club constitution', days: 600, path: 'saltmere/library/club-constitution.pdf' },
      { kind: 'file', title: 'Sailing instructions', days: 200, path: 'saltmere/library/sailing-instructions.pdf' },
    ],
  },
  {
    name: 'Safety',
    description: 'Risk assessments, safety boat rota',
    folders: [{ name: 'Earlier seasons' }],
    documents: [
      {
        kind: 'file',
        title: 'Risk assessment, dinghies',
        days: 240,
        path: 'saltmere/library/risk-assessment-dinghies.pdf',
      },
      { kind: 'link', title: 'Tide tables', days: 260, url: 'https://www.example.org/tides' },
    ],
  },
];

const title = 'Saltmere Sailing Club';
const color = '#1f4b8f';
const timeZone = 'Europe/London';

export async function seedSailingClub(context: Context, today: Date): Promise<void> {
  const admin = { ...commodore, slug: personSlug(commodore), passwordHash: await hashPassword(demoPassword) };
  const made = await seedSecondBoard(context, { title, shortname: 'saltmere', timeZone, color, admin });
  const seeding: Seeding = { context, boardId: made.boardId, timeZone, today };
  await seedFounder(seeding, { userId: made.userId, at: daysBefore(today, 410) });
  const at = daysBefore(today, 400);
  const members: SeededMember[] = [];
  for (const person of sailors)
    members.push(await seedMember(seeding, { inviterId: made.userId, at, person, account: 'new' }));
  members.push(await seedMember(seeding, { inviterId: made.userId, at, person: secretary, account: 'existing' }));
  let lastMeetingId = '';
  const fiona = await asMember(seeding, { userId: made.userId, at }, async (scope) => ({
    userId: made.userId,
    memberId: scope.member.id,
  }));
  for (const meeting of pastMeetings(today, [fiona, ...members]))
    ({ meetingId: lastMeetingId } = await seedMeeting(seeding, made.userId, meeting));
  await seedLibrary(seeding, { adminId: made.userId, categories: sailingLibrary });
  await seedMeeting(seeding, made.userId, meetingAboutToBegin(today, members));
  await seedRegatta(seeding, { fiona, members, lastMeetingId });
  await forgetWaitingMail(seeding, made.userId);
  await seedMeeting(seeding, made.userId, nextMeeting(today, members));
  await seedUse(seeding, members);
}

function nextMeeting(today: Date, members: readonly SeededMember[]): DemoMeeting {
  const sent = daysBefore(today, 3);
  return {
    title: 'Winter committee',
    type: 'hybrid',
    start: workday(today, { days: 9, time: '19:30', timeZone }),
    lengthMinutes: 90,
    location: 'Club house, upper room, Saltmere Quay',
    joinUrl: 'https://meet.saltmere-sailing.example/committee',
    description: 'Soup at seven for whoever comes early.',
    createdAt: daysBefore(today, 12),
    publishedAt: daysBefore(today, 10),
    papers: [],
    items: [
      { title: 'Apologies', presenter: 'Fiona Aldridge', minutes: 5 },
      { title: 'Minutes of the last meeting', presenter: 'Fiona Aldridge', minutes: 5 },
      {
        title: 'Accounts to date',
        presenter: 'Gareth Pugh',
        minutes: 20,
        papers: [{ file: { title: 'Accounts to date', path: 'saltmere/accounts-to-date.xlsx' }, at: sent }],
      },
      {
        title: 'The north pontoon',
        presenter: 'Oliver Marsh',
        minutes: 30,
        description: 'To choose between three quotes.',
        papers: [
          {
            file: { title: 'Replacing the north pontoon', path: 'saltmere/replacing-the-north-pontoon.pdf' },
            at: sent,
          },
        ],
      },
      {
        title: 'Safety review',
        presenter: 'Nadia Rahman',
        minutes: 15,
        papers: [{ file: { title: 'Season’s safety review', path: 'saltmere/seasons-safety-review.pdf' }, at: sent }],
      },
      { title: 'Any other business', presenter: 'Fiona Aldridge', minutes: 10 },
    ],
    answers: members
      .slice(0, 2)
      .map((member, nth) => ({ member, letter: nth === 0 ? 'p' : 'r', at: daysBefore(today, 8) })),
    attended: [],
  };
}

const minuteMs = 60_000;

/** Attendance is open at whatever time the demonstration starts. */
function meetingAboutToBegin(today: Date, members: readonly SeededMember[]): DemoMeeting {
  const fiveMinutes = 5 * minuteMs;
  return {
    title: 'Boat yard walk-round',
    type: 'in-person',
    start: new Date(Math.ceil(today.getTime() / fiveMinutes) * fiveMinutes + 15 * minuteMs),
    lengthMinutes: 60,
    location: 'Boat yard, Saltmere Quay',
    joinUrl: '',
    description: 'Which boats go where over the winter.',
    createdAt: daysBefore(today, 16),
    publishedAt: daysBefore(today, 15),
    papers: [],
    items: [
      { title: 'Cradles and trailers', presenter: 'Oliver Marsh', minutes: 30 },
      { title: 'What is to be sold', presenter: 'Gareth Pugh', minutes: 20 },
    ],
    answers: members.slice(0, 3).map((member, nth) => ({
      member,
      at: daysBefore(today, 14 - nth),
      letter: nth === 2 ? 'n' : 'y',
    })),
    attended: [],
  };
}

interface RegattaGiven {
  readonly fiona: SeededMember;
  readonly members: readonly SeededMember[];
  readonly lastMeetingId: string;
}

async function seedRegatta(seeding: Seeding, { fiona, members, lastMeetingId }: RegattaGiven): Promise<void> {
  const { today } = seeding;
  const { userId: adminId, memberId: chair_id } = fiona;
  const ago = (minutes: number): Date => new Date(today.getTime() - minutes * minuteMs);
  const { meetingId } = await seedMeeting(seeding, adminId, {
    title: 'Regatta committee',
    type: 'hybrid',
    start: ago(25),
    lengthMinutes: 120,
    location: 'Club house, upper room, Saltmere Quay',
    joinUrl: 'https://meet.saltmere-sailing.example/regatta',
    description: 'Decides on courses and classes.',
    createdAt: daysBefore(today, 18),
    publishedAt: daysBefore(today, 17),
    papers: [],
    items: [
      { title: 'Welcome', presenter: 'Fiona Aldridge', minutes: 5 },
      {
        title: 'Safety of the courses',
        presenter: 'Nadia Rahman',
        minutes: 20,
        papers: [
          {
            file: { title: 'Safety review for the regatta', path: 'saltmere/seasons-safety-review.pdf' },
            at: daysBefore(today, 16),
          },
        ],
      },
      { title: 'Classes and entries', presenter: 'Gareth Pugh', minutes: 25, purpose: 'decision' },
      { title: 'Volunteers', presenter: 'Oliver Marsh', minutes: 15 },
    ],
    answers: members.slice(0, 3).map((member, nth) => ({
      member,
      at: daysBefore(today, 15 - nth),
      letter: nth === 1 ? 'r' : 'p',
    })),
    attended: [],
  });
  await confirmVoters(seeding, { adminId, at: daysBefore(today, 20), officers: { chair_id, secretary_id: null } });
  await seedMinutes(seeding, {
    meetingId: lastMeetingId,
    secretary: fiona,
    begunAt: daysBefore(today, 44),
    circulatedAt: daysBefore(today, 16),
    notes: {
      Apologies: ['There were none.'],
      Reports: [
        'Oliver Marsh reported that all dinghies are ashore but two, and that the slipway needs new rollers before spring.',
        'Gareth Pugh reported 212 members at the end of the season, 14 more than a year ago.',
      ],
      'Any other business': ['Nadia Rahman asked that the safety boats be serviced in January.'],
    },
  });
  await seedApproval(seeding, {
    meetingId: lastMeetingId,
    inMeetingId: meetingId,
    adminId,
    at: daysBefore(today, 15),
  });
  await seedSession(seeding, {
    meetingId,
    adminId,
    calledAt: ago(24),
    items: [ago(24), ago(21), ago(15)],
    arrivals: [fiona, ...members].map((member, nth) => ({
      member,
      at: ago(32 - 2 * nth),
      mode: nth === 2 || nth === 4 ? 'remote' : 'in-person',
    })),
  });
  const [gareth, oliver, nadia, elena] = members;
  if (!gareth || !oliver || !nadia || !elena) throw new Error('A sailor is missing.');
  const nature = 'Her brother’s firm rents out safety boats';
  await seedRecusal(seeding, { meetingId, member: elena, at: ago(14), nature });
  const ballots = (at: number, choices: readonly (readonly [SeededMember, BallotChoice])[]) =>
    choices.map(([member, choice], nth) => ({ member, choice, at: new Date(ago(at).getTime() + 10_000 * nth) }));
  const put = { meetingId, adminId, way: 'named' } as const;
  await seedMotion(seeding, {
    ...put,
    item: 0,
    text: null,
    mover: oliver,
    seconder: nadia,
    openedAt: ago(23),
    closedAt: ago(22),
    ballots: ballots(23, [
      [fiona, 'for'],
      [gareth, 'for'],
      [oliver, 'for'],
      [nadia, 'for'],
    ]),
  });
  await seedMotion(seeding, {
    ...put,
    item: 1,
    text: 'That the agenda be adopted as it was sent.',
    mover: gareth,
    seconder: nadia,
    openedAt: ago(21),
    closedAt: ago(19),
    ballots: ballots(20, [
      [fiona, 'for'],
      [gareth, 'for'],
      [oliver, 'for'],
      [nadia, 'for'],
    ]),
  });
  await seedMotion(seeding, {
    ...put,
    item: 2,
    mover: oliver,
    seconder: gareth,
    openedAt: ago(9),
    closedAt: ago(7),
    text: 'That the outer course be closed whenever the wind is above force 5.',
    ballots: ballots(8, [
      [fiona, 'against'],
      [gareth, 'against'],
      [oliver, 'for'],
      [nadia, 'against'],
    ]),
  });
  await seedMotion(seeding, {
    ...put,
    item: 2,
    mover: nadia,
    seconder: oliver,
    openedAt: ago(3),
    closedAt: null,
    text: 'That two safety boats be on the water for every race of the regatta, and that the club buy a second radio.',
    ballots: ballots(2, [[nadia, 'for']]),
  });
}

function pastMeetings(today: Date, members: readonly SeededMember[]): readonly DemoMeeting[] {
  const meeting = (name: string, days: number): DemoMeeting => {
    const start = workday(today, { days, time: '19:30', timeZone });
    return {
      title: name,
      type: 'in-person',
      start,
      lengthMinutes: 90,
      location: 'Club house, upper room, Saltmere Quay',
      joinUrl: '',
      description: '',
      createdAt: daysBefore(start, 22),
      publishedAt: daysBefore(start, 20),
      papers: [],
      items: [
        { title: 'Apologies', presenter: 'Fiona Aldridge', minutes: 5 },
        { title: 'Reports', presenter: 'Oliver Marsh', minutes: 40 },
        { title: 'Any other business', presenter: 'Fiona Aldridge', minutes: 20 },
      ],
      answers: members.map((member) => ({ member, letter: 'y', at: daysBefore(start, 9) })),
      attended: members,
    };
  };
  return [meeting('Annual meeting', -300), meeting('Season’s end committee', -45)];
}
