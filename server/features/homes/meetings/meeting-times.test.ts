import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { localToInstant } from '#domain/local-time.ts';
import { inBoard, makeBoard, makeMeeting, makeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

/** Meetings across a change of the clocks: in the answer, in mail, in the calendar file. */
const server = testApp();

/** Begins at 23:00 on the evening before, ends at noon: an hour more or less, or half of one, passes in between. */
const changes = [
  {
    zone: 'America/New_York',
    from: '2026-10-31',
    to: '2026-11-01',
    hours: 14,
    said: '11:00 PM EDT – 11/1/2026, 12:00 PM EST',
  },
  {
    zone: 'America/New_York',
    from: '2027-03-13',
    to: '2027-03-14',
    hours: 12,
    said: '11:00 PM EST – 3/14/2027, 12:00 PM EDT',
  },
  {
    zone: 'Europe/London',
    from: '2027-03-27',
    to: '2027-03-28',
    hours: 12,
    said: '11:00 PM GMT – 3/28/2027, 12:00 PM BST',
  },
  {
    zone: 'Europe/London',
    from: '2027-10-30',
    to: '2027-10-31',
    hours: 14,
    said: '11:00 PM BST – 10/31/2027, 12:00 PM GMT',
  },
  {
    zone: 'Australia/Lord_Howe',
    from: '2027-04-03',
    to: '2027-04-04',
    hours: 13.5,
    said: '11:00 PM LHDT – 4/4/2027, 12:00 PM LHST',
  },
  {
    zone: 'Australia/Lord_Howe',
    from: '2027-10-02',
    to: '2027-10-03',
    hours: 12.5,
    said: '11:00 PM LHST – 10/3/2027, 12:00 PM LHDT',
  },
] as const;

async function rescheduled(zone: string, times: { readonly start: Date; readonly end: Date }) {
  const { context } = server;
  const board = await makeBoard(context, { timeZone: zone });
  const chair = await makeMember(context, { board, isBoardAdmin: true });
  const admin = await server.signIn(chair);
  const meeting = await makeMeeting(context, { board, state: 'draft' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  const to = { type: 'hybrid', start: times.start.toISOString(), end: times.end.toISOString() };
  const answer = await admin.post(`/ajax/meetings/${meeting.id}/reschedule`, to);
  await context.runJobs();
  const mail = context.sent.findLast(
    (each) => each.to.address === chair.email && each.subject.startsWith('Rescheduled'),
  );
  return { board, admin, chair, meeting, answer: answer.json.data.meeting, mail };
}

describe.each(changes)('$zone, from the evening of $from to noon', ({ zone, from, to, hours, said }) => {
  test('the wall clock stands as it was entered, and the hours between are the real ones', async () => {
    const start = localToInstant({ date: from, time: '23:00' }, zone);
    const end = localToInstant({ date: to, time: '12:00' }, zone);
    expect((end.getTime() - start.getTime()) / 3_600_000).toBe(hours);
    const { answer, mail } = await rescheduled(zone, { start, end });
    expect([answer.start, answer.end]).toEqual([start.toISOString(), end.toISOString()]);
    expect(mail?.text).toContain(said);
    const calendar = new ICAL.Component(ICAL.parse(String(mail?.attachments?.[0]?.content)));
    for (const zoneBlock of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zoneBlock);
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
    expect([event.startDate.toJSDate(), event.endDate.toJSDate()]).toEqual([start, end]);
    ICAL.TimezoneService.reset();
  });
});

test('a board that moves to another zone keeps its meetings’ instants, and says them anew', async () => {
  const start = localToInstant({ date: '2026-12-02', time: '09:30' }, 'America/New_York');
  const end = new Date(start.getTime() + 7_200_000);
  const { board, admin, meeting } = await rescheduled('America/New_York', { start, end });
  await server.inBoard(board.id, (tx) =>
    tx.updateTable('boards').set({ time_zone: 'Europe/London' }).where('id', '=', board.id).execute(),
  );
  const seen = (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  expect([seen.start, seen.end]).toEqual([start.toISOString(), end.toISOString()]);
  const ics = (await admin.get(`/meetings/addtocalendar/${meeting.id}/ical`)).text;
  expect(ics).toContain('DTSTART;TZID=Europe/London:20261202T143000');
});
