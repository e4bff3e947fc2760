import type { RsvpLetter } from '#domain/rsvp.ts';
import type { DemoFile } from './seed-documents.ts';
import type { DemoMeeting } from './seed-meeting.ts';
import type { SeededMember } from './seeding.ts';
import { boardTime, dayName, daysBefore, monthName } from './seeding.ts';

const place = 'Harbour Street Resource Centre, Room 2, 410 Harbour Street, Halifax';
const joinUrl = 'https://meet.harbour-street.example/board';

export interface HarbourCast {
  readonly timeZone: string;
  readonly everyone: Readonly<
    Record<'elena' | 'ruth' | 'martin' | 'priya' | 'aisha' | 'sunita' | 'thomas' | 'james', SeededMember>
  >;
}

const fileOf = (title: string, name: string): DemoFile => ({ title, path: `harbour-street/${name}` });

export function nextBoardMeeting(
  cast: HarbourCast,
  given: { readonly start: Date; readonly before: Date; readonly today: Date },
): DemoMeeting {
  const { start, today } = given;
  const month = monthName(start, cast.timeZone);
  const last = dayName(given.before, cast.timeZone);
  const { timeZone } = cast;
  const sentAt = (time: string) => boardTime(today, { days: -4, time, timeZone });
  const sent = sentAt('09:02');
  const late = boardTime(today, { days: -1, time: '14:20', timeZone });
  const { everyone } = cast;
  const answered = (member: SeededMember, letter: RsvpLetter, days: number) => ({
    member,
    letter,
    at: daysBefore(today, days),
  });
  return {
    title: `${month} Board Meeting`,
    type: 'hybrid',
    start,
    lengthMinutes: 150,
    location: place,
    joinUrl,
    description: 'Papers are taken as read. Please tell the Secretary of interests before the meeting.',
    createdAt: daysBefore(today, 20),
    publishedAt: daysBefore(today, 14),
    papers: [],
    items: [
      { title: 'Welcome and call to order', presenter: 'Ruth Okafor', minutes: 5 },
      {
        title: 'Register of interests: annual update',
        presenter: 'Ruth Okafor',
        minutes: 5,
        papers: [{ file: fileOf('Register of interests', 'register-of-interests.pdf'), at: late }],
      },
      {
        title: `Minutes and actions from ${monthName(given.before, cast.timeZone)}`,
        presenter: 'Elena Kowalczyk',
        minutes: 10,
        purpose: 'decision',
        description: `To approve the minutes of ${last} and review the four open actions.`,
        papers: [
          { file: fileOf(`Draft minutes, ${last}`, 'draft-minutes.docx'), at: daysBefore(today, 13) },
          { file: fileOf('Action log', 'action-log.xlsx'), at: sent },
        ],
      },
      {
        title: 'Executive Director’s report',
        presenter: 'Hannah Reid, Executive Director',
        minutes: 25,
        purpose: 'information',
        papers: [{ file: fileOf(`Executive Director’s report, ${month}`, 'executive-directors-report.pdf'), at: sent }],
      },
      {
        title: 'Second-quarter finance report',
        presenter: 'Priya Raman, with Owen MacLeod',
        minutes: 30,
        purpose: 'decision',
        description: 'To receive the results for the half-year and approve the reforecast to March 2027.',
        papers: [
          { file: fileOf('Finance report, Q2 2026–27', 'finance-report-q2-2026-27.pdf'), at: sentAt('09:05') },
          { file: fileOf('Management accounts, September', 'management-accounts-september.xlsx'), at: sent },
        ],
      },
      { title: 'Results for the half-year', presenter: 'Priya Raman', minutes: 15, depth: 1, purpose: 'information' },
      { title: 'Reforecast to March 2027', presenter: 'Priya Raman', minutes: 15, depth: 1, purpose: 'decision' },
      {
        title: 'Wharf Road: approval to proceed',
        presenter: 'Thomas McKenna',
        minutes: 35,
        purpose: 'decision',
        description:
          'The board is asked to approve the purchase of the Wharf Road site and a build contract of up to $11.4 million.',
        papers: [
          { file: fileOf('Wharf Road business case', 'wharf-road-business-case.pdf'), at: sentAt('09:04') },
          { file: fileOf('Site plan and elevations', 'site-plan.png'), at: sent },
          { file: fileOf('Development appraisal', 'development-appraisal.xlsx'), at: late },
        ],
      },
      {
        title: 'Bylaw amendments',
        presenter: 'Aisha Benali, for the Governance Committee',
        minutes: 20,
        purpose: 'discussion',
        papers: [{ file: fileOf('Bylaw amendments, tracked', 'bylaw-amendments.docx'), at: sent }],
      },
      {
        title: 'Other business and next meeting',
        presenter: 'Ruth Okafor',
        minutes: 10,
        papers: [{ file: fileOf('Strategy 2030, slides', 'strategy-2030.pptx'), at: sent }],
      },
    ],
    answers: [
      answered(everyone.thomas, 'p', 13.6),
      answered(everyone.ruth, 'p', 13.2),
      answered(everyone.priya, 'p', 12.1),
      answered(everyone.aisha, 'r', 11.7),
      answered(everyone.james, 'r', 9.3),
      answered(everyone.martin, 'n', 8.8),
    ],
    attended: [],
  };
}

export type CommitteeName = 'Governance Committee' | 'Finance & Audit Committee';

export function committeeMeeting(
  cast: HarbourCast,
  given: {
    readonly name: CommitteeName;
    readonly start: Date;
    readonly today: Date;
    readonly secretaryAnswers: RsvpLetter | null;
  },
): DemoMeeting {
  const { start, today, name } = given;
  const isFinance = name === 'Finance & Audit Committee';
  const isPast = start < today;
  const publishedAt = daysBefore(isPast ? start : today, isPast ? 21 : 10);
  const chair = isFinance ? 'Priya Raman' : 'Aisha Benali';
  const files = isFinance
    ? [
        fileOf('Internal audit, second report', 'internal-audit-second-report.pdf'),
        fileOf('Treasury report', 'treasury-report.pdf'),
      ]
    : [
        fileOf('Trustees’ terms and skills', 'trustees-terms-and-skills.pdf'),
        fileOf('Review of the code of conduct', 'review-of-the-code-of-conduct.pdf'),
      ];
  const paper = (nth: number) => files.slice(nth, nth + 1).map((file) => ({ file, at: publishedAt }));
  const { everyone } = cast;
  const yes: RsvpLetter = 'y';
  const answering = isFinance
    ? [everyone.priya, everyone.sunita, everyone.martin]
    : [everyone.aisha, everyone.thomas, everyone.ruth];
  return {
    title: name,
    group: name,
    type: isFinance ? 'remote' : 'in-person',
    start,
    lengthMinutes: 120,
    location: isFinance ? '' : place,
    joinUrl: isFinance ? 'https://meet.harbour-street.example/finance' : '',
    description: '',
    createdAt: daysBefore(publishedAt, 2),
    publishedAt,
    papers: [],
    items: [
      { title: 'Welcome and apologies', presenter: chair, minutes: 5 },
      { title: 'Minutes of the last meeting', presenter: 'Elena Kowalczyk', minutes: 5 },
      { title: isFinance ? 'Internal audit' : 'Terms and skills', presenter: chair, minutes: 35, papers: paper(0) },
      {
        title: isFinance ? 'Treasury' : 'Code of conduct',
        presenter: isFinance ? 'Owen MacLeod' : 'Elena Kowalczyk',
        minutes: 30,
        papers: paper(1),
      },
      { title: isFinance ? 'Risk register' : 'Board calendar', presenter: 'Elena Kowalczyk', minutes: 25 },
      { title: 'Other business', presenter: chair, minutes: 10 },
    ],
    answers: [
      ...answering.map((member) => ({
        member,
        letter: yes,
        at: daysBefore(isPast ? start : today, 6),
      })),
      ...(given.secretaryAnswers
        ? [{ member: everyone.elena, letter: given.secretaryAnswers, at: daysBefore(isPast ? start : today, 5) }]
        : []),
    ],
    attended: isPast ? [everyone.elena, ...answering.slice(0, 2)] : [],
  };
}

export function plainBoardMeeting(
  cast: HarbourCast,
  given: { readonly title: string; readonly start: Date; readonly today: Date; readonly type: 'hybrid' | 'in-person' },
): DemoMeeting {
  const { start, today } = given;
  const isPast = start < today;
  const publishedAt = daysBefore(isPast ? start : today, isPast ? 20 : 6);
  const month = monthName(start, cast.timeZone);
  const minutes = dayName(daysBefore(start, 35), cast.timeZone);
  const sentAt = daysBefore(start, 7);
  const papers = isPast
    ? [
        fileOf(`Draft minutes, ${minutes}`, 'draft-minutes.docx'),
        fileOf(`Executive Director’s report, ${month}`, 'executive-directors-report.pdf'),
        fileOf(`Finance summary, ${month}`, 'finance-summary.pdf'),
      ]
    : [];
  const paper = (nth: number) => papers.slice(nth, nth + 1).map((file) => ({ file, at: sentAt }));
  const { elena, ruth, martin, priya, aisha, sunita, thomas, james } = cast.everyone;
  const inRoom: RsvpLetter = given.type === 'hybrid' ? 'p' : 'y';
  const remote: RsvpLetter = given.type === 'hybrid' ? 'r' : 'y';
  const at = daysBefore(start, 12);
  return {
    title: given.title,
    type: given.type,
    start,
    lengthMinutes: 150,
    location: place,
    joinUrl: given.type === 'hybrid' ? joinUrl : '',
    description: '',
    createdAt: daysBefore(publishedAt, 3),
    publishedAt,
    papers: [],
    items: [
      { title: 'Welcome and call to order', presenter: 'Ruth Okafor', minutes: 5 },
      { title: 'Minutes and actions', presenter: 'Elena Kowalczyk', minutes: 15, papers: paper(0) },
      {
        title: 'Executive Director’s report',
        presenter: 'Hannah Reid, Executive Director',
        minutes: 30,
        papers: paper(1),
      },
      { title: 'Finance', presenter: 'Priya Raman', minutes: 30, papers: paper(2) },
      { title: 'Reports of the committees', presenter: 'Aisha Benali', minutes: 30 },
      { title: 'Other business and next meeting', presenter: 'Ruth Okafor', minutes: 10 },
    ],
    answers: isPast
      ? [
          ...[elena, ruth, priya, thomas].map((member) => ({ member, letter: inRoom, at })),
          ...[aisha, james].map((member) => ({ member, letter: remote, at })),
          { member: martin, letter: 'n' as const, at },
        ]
      : [],
    attended: isPast ? [elena, ruth, priya, thomas, aisha, sunita] : [],
    guests: [
      { name: 'Hannah Reid', role: 'Executive Director' },
      { name: 'Colin Fraser', role: 'Auditor, for item 5' },
    ],
  };
}

export function fundraisingDraft(given: { readonly start: Date; readonly today: Date }): DemoMeeting {
  return {
    ...strategyDayDraft(given),
    title: 'Fundraising evening',
    lengthMinutes: 120,
    description: '',
    createdAt: daysBefore(given.today, 9),
    items: [{ title: 'What it would cost', presenter: 'Priya Raman', minutes: 30 }],
  };
}

export function strategyDayDraft(given: { readonly start: Date; readonly today: Date }): DemoMeeting {
  return {
    title: 'Strategy day',
    type: 'in-person',
    start: given.start,
    lengthMinutes: 360,
    location: 'Maple Court, Common Room',
    joinUrl: '',
    description: 'A day to look as far as 2030. The programme is being agreed.',
    createdAt: daysBefore(given.today, 2),
    publishedAt: null,
    papers: [],
    items: [
      { title: 'Where we stand', presenter: 'Hannah Reid, Executive Director', minutes: 45 },
      { title: 'Grow by building or by buying', presenter: 'Thomas McKenna', minutes: 90, purpose: 'discussion' },
      { title: 'What the market offers', presenter: 'Thomas McKenna', minutes: 30, depth: 1 },
      { title: 'What we can carry', presenter: 'Priya Raman', minutes: 60, depth: 1 },
      { title: 'How tenants take part in deciding', presenter: 'Sunita Gill', minutes: 60 },
      { title: 'What we stop doing', presenter: 'Ruth Okafor', minutes: 60 },
    ],
    answers: [],
    attended: [],
  };
}
