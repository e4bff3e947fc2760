import { beforeAll, describe, expect, test } from 'vitest';
import { parseDelimited } from '#domain/csv.ts';
import { type BucketUnit, bucketsOf } from '#domain/reports.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeBoard, MadeDocument, MadeGroup, MadeMember, makeMeeting } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

let board: MadeBoard;
let finance: MadeGroup;
let budget: MadeDocument;
let client: TestClient;
const people = {} as Record<'ada' | 'ruth' | 'ben' | 'ivo' | 'pia', MadeMember>;
type Name = keyof typeof people;
const nameOf = (id: string) => Object.entries(people).find(([, who]) => who.id === id)?.[0];

type Invited = readonly [acceptance: string, daysBefore: number | null, attendance: boolean | null];

async function meet(
  startsAt: string,
  invited: Partial<Record<Name, Invited>>,
  rest: Parameters<typeof makeMeeting>[1] = {},
): Promise<void> {
  const { id } = await server.make.meeting({ board, title: startsAt, startsAt, type: 'in-person', ...rest });
  for (const [name, [acceptance, days, attendance]] of Object.entries(invited)) {
    const answeredAt = days === null ? null : new Date(Date.parse(startsAt) - days * 86_400_000);
    await server.sql(
      `insert into invitees (board_id, meeting_id, member_id, acceptance, answered_at, attendance) values ($1, $2, $3, $4, $5, $6)`,
      [board.id, id, people[name as Name].id, acceptance, answeredAt, attendance],
    );
  }
}
const open = (documentId: string, name: Name, at: string, action = 'document.opened') =>
  server.sql(
    `insert into audit_entries (board_id, member_id, action, subject_kind, subject_id, at) values ($1, $2, $3, 'document', $4, $5)`,
    [board.id, people[name].id, action, documentId, at],
  );
const signIn = (name: Name, at: string) =>
  server.sql('insert into sign_ins (board_id, session_id, member_id, at) values ($1, gen_random_uuid(), $2, $3)', [
    board.id,
    people[name].id,
    at,
  ]);

beforeAll(async () => {
  server.context.clock.set('2026-11-16T12:00:00Z');
  board = await server.make.board();
  for (const [name, status] of [
    ...([['ada', 'active'] as const, ['ruth', 'active'], ['ben', 'active']] as const),
    ...([['ivo', 'inactive'] as const, ['pia', 'invited']] as const),
  ]) {
    people[name] = await server.make.member({ board, status, isBoardAdmin: name === 'ada', firstName: name });
  }
  const { ada, ruth, ben } = people;
  finance = await server.make.group({ board, name: 'Finance', members: [ruth, ben] });
  await server.sql(`update members set created_at = '2024-01-01T12:00:00Z' where board_id = $1`, [board.id]);
  await server.sql(
    `insert into invitations (board_id, member_id, email, first_name, last_name, token_hash, expires_at, redeemed_at)
     values ($1, $2, 'b@example.org', 'B', 'M', sha256('b'), $3, $3)`,
    [board.id, ben.id, '2026-10-20T12:00:00Z'],
  );
  await server.sql(
    `insert into profile_values (board_id, field_id, member_id, value)
     select board_id, id, $2, '2027-05-01' from profile_fields where board_id = $1 and name = 'Term end'`,
    [board.id, ruth.id],
  );
  const there = ['accepted', 4, true] as const;
  await meet('2025-03-01T15:00:00Z', { ruth: ['accepted-remote', 30, true], ivo: there }, { type: 'hybrid' });
  await meet('2026-10-15T15:00:00Z', {
    ada: ['none', null, null],
    ruth: there,
    ben: ['none', null, false],
    ivo: ['declined', 1, false],
  });
  await meet(
    '2026-11-01T02:30:00Z',
    { ruth: ['accepted', 10, true], ben: ['declined', -0.5, false] },
    { type: 'remote', groups: [finance] },
  );
  await meet('2026-11-05T15:00:00Z', { ruth: ['none', null, null], ben: ['accepted', 0.5, null] });
  await meet('2026-11-16T11:50:00Z', { ada: ['accepted', 2, true] });
  await meet('2026-12-01T15:00:00Z', { ruth: ['declined', 20, null] });
  for (const state of ['draft', 'cancelled'] as const) await meet('2026-10-10T15:00:00Z', { ruth: there }, { state });

  const meeting = await server.make.meeting({ board, title: 'Papers' });
  const draft = await server.make.meeting({ board, state: 'draft' });
  budget = await server.make.document({ meeting, title: 'Budget', createdAt: '2026-10-01T12:00:00Z' });
  const [report, unseen] = [
    await server.make.document({
      meeting: await server.make.meeting({ board, groups: [finance] }),
      title: 'Report',
      createdAt: '2025-02-01T12:00:00Z',
    }),
    await server.make.document({ meeting: draft, title: 'Draft', createdAt: '2026-10-01T12:00:00Z' }),
  ];
  await open(budget.id, 'ruth', '2026-10-05T12:00:00Z');
  await open(budget.id, 'ruth', '2026-10-06T12:00:00Z', 'document.downloaded');
  await open(budget.id, 'ivo', '2026-11-01T02:30:00Z');
  await open(report.id, 'ben', '2025-03-01T12:00:00Z');
  await open(unseen.id, 'ada', '2026-10-05T12:00:00Z');
  for (const at of ['2025-03-01T12:00:00Z', '2026-11-01T02:30:00Z', '2026-11-02T12:00:00Z']) await signIn('ruth', at);
  await signIn('ben', '2026-11-02T13:00:00Z');
  client = await server.signIn(ada);
});

type Filter = Readonly<Record<string, string>>;
const ask = async (report: string, filter: Filter) => {
  const answer = await client.get(`/ajax/reports/${report}?${new URLSearchParams(filter)}`);
  expect(answer.status).toBe(200);
  return answer.json.data;
};
const linesOf = async (report: string, filter: Filter) => {
  const query = new URLSearchParams({ ...filter, board: board.id });
  const { text } = await client.get(`/ajax/reports/csv/${report}?${query}`);
  return parseDelimited(text).filter(({ fields }) => fields.join('') !== '').length - 1;
};
const shown = (values: object, ...keys: readonly string[]) =>
  Object.entries(values)
    .flatMap(([key, value]) => (keys.length === 0 || keys.includes(key) ? [value] : []))
    .join(' ');
const named = (rows: readonly { readonly member_id: string }[], show: (row: never) => string) =>
  rows.map((row) => `${nameOf(row.member_id)} ${show(row as never)}`.trim()).join(', ');

interface Bucketed {
  readonly buckets: { readonly unit: BucketUnit; readonly counts: readonly { start: string; count: number }[] };
}
function columnsOf({ buckets: { unit, counts } }: Bucketed): string {
  const starts = counts.map(({ start }) => start);
  expect(starts).toEqual(starts.length === 0 ? [] : bucketsOf(starts[0] ?? '', starts.at(-1) ?? '', unit));
  return counts.flatMap(({ start, count }) => (count === 0 ? [] : [`${start} ${count}`])).join(', ');
}

async function figuresOf(filter: Filter) {
  const [attendance, answers] = [await ask('attendance', filter), await ask('answers', filter)];
  const [papers, signIns] = [await ask('documents', filter), await ask('sign-ins', filter)];
  const { readers, not_read } = await ask(`documents/${budget.id}`, filter);
  const early: readonly { readonly key: string; readonly count: number }[] = answers.early;
  const cells = named(attendance.members, (row: { readonly cells: readonly string[] }) => row.cells.join(''));
  const earliness = early.flatMap(({ key, count }) => Array(count).fill(key)).join(' ');
  const byMember = named(answers.members, (row) => shown(row, 'going', 'not_going', 'none', 'days_before'));
  const byMeeting = answers.meetings.map((row: object) => shown(row, 'going', 'not_going', 'none')).join(', ');
  const listed = papers.documents.map((row: object) => shown(row, 'title', 'openings', 'audience', 'read_by'));
  const read = named(readers, (row) => shown(row, 'openings', 'downloads'));
  return [
    `attendance ${shown(attendance.total)}: ${cells}`,
    `answers ${shown(answers.total)}: ${earliness}; ${byMeeting}`,
    `answers of ${byMember}`,
    `openings ${shown(papers.total)}: ${columnsOf(papers)}; ${listed.join(', ')}`,
    `read by ${read || 'nobody'}, not by ${named(not_read, () => '') || 'nobody'}`,
    `signed in ${shown(signIns.total)}: ${columnsOf(signIns)}`,
    `people ${shown((await ask('people', filter)).total)}`,
    `lines ${await linesOf('answers', filter)} ${await linesOf('documents', filter)} ${await linesOf('sign-ins', filter)}`,
  ];
}

describe('the reports', () => {
  test.each<[string, () => Filter, readonly string[]]>([
    [
      'everything',
      () => ({}),
      [
        // The numbers are attendances, expected attendances and meetings.
        'attendance 4 7 3: pia xxxx, ada xuxx, ben xjat, ivo paxx, ruth rprt',
        // The first four numbers are the counts of "going", "not going" and no answer, and the median number of days
        // before the meeting.
        'answers 6 2 2 3: fortnight week days days eve eve day after; 2 0 0, 1 1 1, 1 1 0, 1 0 1, 1 0 0',
        'answers of ada 1 0 1 2, ben 1 1 0 0, ivo 1 1 0 2.5, ruth 3 0 1 10',
        'openings 5 3 4: 2025-03-01 1, 2026-10-01 4; Budget 1 3 3, Report 1 2 1',
        'read by ivo 1 0, ruth 2 1, not by ada, ben',
        'signed in 4 2 3: 2025-03-01 1, 2026-10-01 1, 2026-11-01 2',
        'people 3 4 0 1 1',
        'lines 10 5 4',
      ],
    ],
    [
      'one day in the board’s time zone',
      () => ({ from: '2026-10-31', to: '2026-10-31' }),
      [
        'attendance 1 2 1: pia x, ada x, ben a, ruth r',
        'answers 1 1 0 4.8: week after; 1 1 0',
        'answers of ben 0 1 0 -0.5, ruth 1 0 0 10',
        'openings 1 1 1: 2026-10-26 1; Budget 0 3 1',
        'read by ivo 1 0, not by ada, ben, ruth',
        'signed in 1 1 3: 2026-10-26 1',
        'people 3 0 0 1 1',
        'lines 2 1 1',
      ],
    ],
    [
      'a group',
      () => ({ group: finance.id }),
      [
        'attendance 1 2 1: ben a, ruth r',
        'answers 1 1 0 4.8: week after; 1 1 0',
        'answers of ben 0 1 0 -0.5, ruth 1 0 0 10',
        'openings 3 2 2: 2025-03-01 1, 2026-10-01 2; Budget 1 2 2, Report 1 2 1',
        'read by ruth 2 1, not by ben',
        'signed in 4 2 2: 2025-03-01 1, 2026-10-01 1, 2026-11-01 2',
        'people 2 2 0 0 1',
        'lines 2 3 4',
      ],
    ],
    [
      'meetings of the whole board',
      () => ({ group: 'whole-board', from: '2026-01-01' }),
      [
        'attendance 1 3 1: ada ux, ben jt, ivo ax, ruth pt',
        'answers 3 1 2 1.5: days eve eve day; 1 1 1, 1 0 1, 1 0 0',
        'answers of ada 1 0 1 2, ben 1 0 0 0.5, ivo 0 1 0 1, ruth 1 0 1 4',
        'openings 4 2 3: 2026-10-01 4; Budget 1 3 3',
        'read by ivo 1 0, ruth 2 1, not by ada, ben',
        'signed in 3 2 3: 2026-10-01 1, 2026-11-01 2',
        'people 3 1 0 1 1',
        'lines 6 4 3',
      ],
    ],
    [
      'a member',
      () => ({ member: people.ruth.id }),
      [
        'attendance 3 3 3: ruth rprt',
        'answers 3 0 1 10: fortnight week days; 1 0 0, 1 0 0, 1 0 0, 0 0 1',
        'answers of ruth 3 0 1 10',
        'openings 2 1 1: 2026-10-05 2; Budget 1 1 2, Report 0 1 0',
        'read by ruth 2 1, not by nobody',
        'signed in 3 1 1: 2025-03-01 1, 2026-10-01 1, 2026-11-01 1',
        'people 1 1 0 0 1',
        'lines 4 2 3',
      ],
    ],
    [
      'a member in a group',
      () => ({ member: people.ben.id, group: finance.id, from: '2026-01-01' }),
      [
        'attendance 0 1 1: ben a',
        'answers 0 1 0 -0.5: after; 0 1 0',
        'answers of ben 0 1 0 -0.5',
        'openings 0 0 0: ; Budget 0 1 0',
        'read by nobody, not by ben',
        'signed in 1 1 1: 2026-11-01 1',
        'people 1 1 0 0 0',
        'lines 1 0 1',
      ],
    ],
  ])('contain the correct figures for %s', async (_about, filter, figures) => {
    expect(await figuresOf(filter())).toEqual(figures);
  });
});

test('the reports show when a document was first and last opened and when a member last signed in', async () => {
  const time = (row: Record<string, string>) => [row.first_at, row.last_at];
  const { readers } = await ask(`documents/${budget.id}`, { member: people.ruth.id });
  expect(readers.map(time)).toEqual([['2026-10-05T12:00:00.000Z', '2026-10-06T12:00:00.000Z']]);
  const { documents } = await ask('documents', { to: '2026-10-31' });
  expect(documents[0].last_opened_at).toBe('2026-11-01T02:30:00.000Z');
  const { members } = await ask('sign-ins', { member: people.ruth.id });
  expect(members[0].last_at).toBe('2026-11-02T12:00:00.000Z');
});
