import { beforeEach, expect, test } from 'vitest';
import { actionItemJobs } from '#server/features/deciding/action-items/jobs.ts';
import { reminderJobs } from '#server/features/homes/meetings/jobs.ts';
import { makeActionItem } from '#tests/support/action-items.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';
import { briefJobs } from './jobs.ts';

const server = testApp();
const { board, adminMember: chair, member: silent, admin, setBoard, mailTo } = boardStage(server);
let meeting: MadeMeeting;
let itemId: string;

beforeEach(async () => {
  server.context.clock.set('2026-11-16T12:00:00Z');
  await setBoard({ brief_days: 3, reminder_minutes: [4320], magic_links: 'full' });
  meeting = await server.make.meeting({ board, state: 'draft', title: 'December', startsAt: '2026-12-01T13:30:00Z' });
  const add = async (fields: object): Promise<string> =>
    (await admin.post(`/ajax/meetings/${meeting.id}/agenda-items`, { before_id: null, ...fields })).json.data
      .agenda_item.id;
  itemId = await add({ title: 'Budget', purpose: 'decision' });
  const item = { id: itemId, boardId: board.id, meetingId: meeting.id };
  await server.make.document({ meeting, title: 'Ελληνικά 日本.pdf' });
  await server.make.document({ item, title: 'Budget 2027.pdf' });
  await makeActionItem(server.context, {
    boardId: board.id,
    owner: silent,
    title: 'Ask the bank',
    dueOn: '2026-12-01',
  });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  await (await server.signIn(chair)).post(`/attendance/${meeting.id}/p`);
});

async function tick(instant: string): Promise<void> {
  server.context.clock.set(instant);
  for (const [job] of [briefJobs(server.context), reminderJobs(server.context)]) {
    await job.handle({}, { attempt: 1, isLast: false });
  }
  await actionItemJobs(server.context)[0]?.handle({}, { attempt: 1, isLast: false });
  await server.context.runJobs();
}
const briefs = (who: MadeMember) => mailTo(who, 'Brief: December');

test('each invitee gets one brief of what to answer, read, decide and do, and no separate reminders', async () => {
  await tick('2026-11-28T13:29:00Z');
  expect(briefs(silent)).toEqual([]);
  await tick('2026-11-28T13:30:00Z');
  await tick('2026-11-28T13:35:00Z');
  const [text, ...more] = briefs(silent).map((mail) => mail.text);
  expect(more).toEqual([]);
  for (const words of ['Going', 'Ελληνικά 日本', 'Budget 2027', '1 Budget', 'Ask the bank, due Tuesday, December 1']) {
    expect(text).toContain(words);
  }
  expect(text).toMatch(/Budget 2027[\s\S]+Ελληνικά/);
  expect(briefs(chair)[0]?.text).not.toContain('/attendance/');
  for (const replaced of ['Please reply', '1 action item due']) expect(mailTo(silent, replaced)).toEqual([]);
});

test('a member who has turned off briefs gets the reminders instead', async () => {
  await server.sql(`insert into muted_mail (board_id, member_id, choice) values ($1, $2, 'briefs')`, [
    board.id,
    silent.id,
  ]);
  await tick('2026-11-28T13:30:00Z');
  expect(['Brief', 'Please reply', '1 action item due'].map((mail) => mailTo(silent, mail).length)).toEqual([0, 1, 1]);
});

test('a brief omits items withheld from its reader, and omits the titles of all items and papers if links do not show papers', async () => {
  await makeWithheld(server.context, { item: { id: itemId, boardId: board.id }, from: silent, by: chair });
  await tick('2026-11-28T13:30:00Z');
  expect(briefs(silent)[0]?.text).toContain('Ελληνικά');
  expect(briefs(silent)[0]?.text).not.toContain('Budget');
  await setBoard({ magic_links: 'answer' });
  await server.sql('update meetings set briefed_start_at = null where id = $1', [meeting.id]);
  await tick('2026-11-28T13:40:00Z');
  const { text } = briefs(chair).at(-1) ?? { text: '' };
  expect(text).toMatch(/2 papers not opened yet[\s\S]+1 item to decide/);
  for (const words of ['Budget', 'Ελληνικά']) expect(text).not.toContain(words);
});

test('another brief is sent when a meeting is rescheduled, unless the board has turned briefs off', async () => {
  await tick('2026-11-28T13:30:00Z');
  const reschedule = async (day: string) => {
    const to = { type: 'hybrid', start: `${day}T13:30:00Z`, end: `${day}T15:30:00Z` };
    const { json } = await (await server.signIn(chair)).post(`/ajax/meetings/${meeting.id}/reschedule`, to);
    expect(json.status).toBe('success');
  };
  await reschedule('2026-12-08');
  await setBoard({ date_style: 'iso' });
  await tick('2026-12-05T13:30:00Z');
  expect(briefs(silent)).toHaveLength(2);
  expect(briefs(silent).at(-1)?.text).toMatch(/Tuesday 8 December 2026\s+09:30 – 11:30 AST/);
  await setBoard({ brief_days: null });
  await reschedule('2026-12-20');
  await tick('2026-12-17T13:30:00Z');
  expect(briefs(silent)).toHaveLength(2);
});
