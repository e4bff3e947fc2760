import { beforeEach, describe, expect, test } from 'vitest';
import { reminderJobs } from '#server/features/homes/meetings/jobs.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, adminMember: chair, member: silent, admin, signInAgain, at, setBoard, mailTo } = boardStage(server);
let answered: MadeMember;
let pending: MadeMember;
let meeting: MadeMeeting;
beforeEach(async () => {
  answered = await server.make.member({ board });
  pending = await server.make.member({ board, status: 'invited' });
  meeting = await server.make.meeting({ board, state: 'draft', startsAt: '2026-11-30T13:30:00Z' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  for (const who of [chair, answered]) await (await server.signIn(who)).post(`/attendance/${meeting.id}/p`);
});

/** Returns how many reminders each person has received so far. */
async function tick(instant: string, servers = 1): Promise<readonly number[]> {
  server.context.clock.set(instant);
  const [job] = reminderJobs(server.context);
  await Promise.all(Array.from({ length: servers }, () => job.handle({}, { attempt: 1, isLast: false })));
  await server.context.runJobs();
  return remindedEach();
}
const reminded = (who: MadeMember) => mailTo(who, 'Please reply').length;
const remindedEach = () => [chair, answered, silent, pending].map(reminded);

describe('automatic reminders', () => {
  test('a member without a reply gets one reminder a week before the meeting and one a day before, even if ten servers run', async () => {
    expect(await tick('2026-11-23T13:29:00Z')).toEqual([0, 0, 0, 0]);
    await tick('2026-11-23T13:30:00Z', 10);
    expect(await tick('2026-11-23T13:35:00Z')).toEqual([0, 0, 1, 0]);
    await tick('2026-11-29T13:30:00Z', 10);
    expect(await tick('2026-11-29T13:35:00Z')).toEqual([0, 0, 2, 0]);
    expect(await tick('2026-11-30T13:31:00Z')).toEqual([0, 0, 2, 0]);
  });

  test('a member with recorded apologies gets no reminders', async () => {
    const waiting = async () => (await (await server.signIn(silent)).get('/ajax/waiting')).json.data.items;
    expect(await waiting()).toMatchObject([{ kind: 'reply', id: meeting.id }]);
    const noted = await admin.post(`/ajax/meetings/${meeting.id}/invitees/${silent.id}/attendance`, {
      attendance: false,
    });
    expect(noted.json.status).toBe('success');
    expect((await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.counts.silent).toBe(0);
    expect(await waiting()).toEqual([]);
    expect(await tick('2026-11-23T13:30:00Z')).toEqual([0, 0, 0, 0]);
  });

  test('several missed reminders are sent as one message, and reminders due before publication are not sent', async () => {
    await tick('2026-11-29T20:00:00Z');
    expect(reminded(silent)).toBe(1);
    const late = await server.make.meeting({ board, state: 'draft', startsAt: '2026-12-01T13:30:00Z' });
    await signInAgain();
    await admin.post(`/ajax/meetings/${late.id}/publish`);
    await tick('2026-11-29T20:05:00Z');
    expect(reminded(silent)).toBe(1);
    await tick('2026-11-30T13:30:00Z');
    expect(reminded(silent)).toBe(2);
  });

  test('rescheduling a meeting also reschedules its reminders, and everybody is reminded again', async () => {
    await tick('2026-11-23T13:30:00Z');
    await signInAgain();
    const to = { type: 'hybrid', start: '2026-12-14T13:30:00Z', end: '2026-12-14T15:30:00Z' };
    await admin.post(`/ajax/meetings/${meeting.id}/reschedule`, to);
    expect(await tick('2026-11-29T13:30:00Z')).toEqual([0, 0, 1, 0]);
    expect(await tick('2026-12-07T13:30:00Z')).toEqual([1, 1, 2, 0]);
  });

  test('a reminder that was due while the meeting was cancelled is not sent after the meeting is restored', async () => {
    await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
    await tick('2026-11-23T13:30:00Z');
    await at('2026-11-24T12:00:00Z');
    expect((await admin.post(`/ajax/meetings/${meeting.id}/restore`)).json.status).toBe('success');
    expect(await tick('2026-11-24T12:05:00Z')).toEqual([0, 0, 0, 0]);
    expect(await tick('2026-11-29T13:30:00Z')).toEqual([0, 0, 1, 0]);
  });

  test('no reminders are sent to inactive members, for cancelled meetings or on suspended boards', async () => {
    await server.context.runJobs();
    const others = await server.make.member({ board });
    await server.sql(`update members set status = 'inactive' where id = $1`, [silent.id]);
    await setBoard({ suspended_at: server.context.clock.now() });
    await tick('2026-11-23T13:30:00Z');
    expect(reminded(others)).toBe(0);
    await setBoard({ suspended_at: null });
    expect(await tick('2026-11-23T13:31:00Z')).toEqual([0, 0, 0, 0]);
    await signInAgain();
    await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
    expect(await tick('2026-11-29T13:30:00Z')).toEqual([0, 0, 0, 0]);
  });

  test('reminders are sent at the times in the board’s settings', async () => {
    await setBoard({ reminder_minutes: [60] });
    await tick('2026-11-29T13:30:00Z');
    expect(reminded(silent)).toBe(0);
    await tick('2026-11-30T12:30:00Z');
    expect(reminded(silent)).toBe(1);
  });
});

describe('reminders by an editor', () => {
  const remind = () => admin.post(`/ajax/meetings/${meeting.id}/remind`);

  test('ten simultaneous requests send one reminder, and another can be sent after an hour', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => remind()));
    expect(answers.filter(({ json }) => json.status === 'success').map(({ json }) => json.data)).toEqual([
      { recipient_count: 1 },
    ]);
    await server.context.runJobs();
    expect(remindedEach()).toEqual([0, 0, 1, 0]);
    server.context.clock.advance({ minutes: 61 });
    expect((await remind()).json.data).toEqual({ recipient_count: 1 });
  });

  test('a member who replies before the reminder is sent does not get it', async () => {
    await remind();
    await (await server.signIn(silent)).post(`/attendance/${meeting.id}/n`);
    await server.context.runJobs();
    expect(remindedEach()).toEqual([0, 0, 0, 0]);
    expect((await remind()).json.msg).toBe('Everybody has already replied.');
  });
});
