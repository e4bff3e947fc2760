import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { localToInstant } from '#domain/local-time.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

/** Zone, evening before, day of the clock change, hours from 23:00 to noon, and the text of the mail. */
const changes = [
  ['America/New_York', '2026-10-31', '2026-11-01', 14, '11:00 PM EDT – 11/1/2026, 12:00 PM EST'],
  ['America/New_York', '2027-03-13', '2027-03-14', 12, '11:00 PM EST – 3/14/2027, 12:00 PM EDT'],
  ['Europe/London', '2027-03-27', '2027-03-28', 12, '11:00 PM GMT – 3/28/2027, 12:00 PM BST'],
  ['Europe/London', '2027-10-30', '2027-10-31', 14, '11:00 PM BST – 10/31/2027, 12:00 PM GMT'],
  ['Australia/Lord_Howe', '2027-04-03', '2027-04-04', 13.5, '11:00 PM LHDT – 4/4/2027, 12:00 PM LHST'],
  ['Australia/Lord_Howe', '2027-10-02', '2027-10-03', 12.5, '11:00 PM LHST – 10/3/2027, 12:00 PM LHDT'],
] as const;

async function rescheduled(zone: string, times: { readonly start: Date; readonly end: Date }) {
  const { context } = server;
  const board = await server.make.board({ timeZone: zone });
  const chair = await server.make.member({ board, isBoardAdmin: true });
  const admin = await server.signIn(chair);
  const meeting = await server.make.meeting({ board, state: 'draft' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  const to = { type: 'hybrid', start: times.start.toISOString(), end: times.end.toISOString() };
  const answer = await admin.post(`/ajax/meetings/${meeting.id}/reschedule`, to);
  await context.runJobs();
  const mail = context.sent.findLast(
    (each) => each.to.address === chair.email && each.subject.startsWith('Rescheduled'),
  );
  return { board, admin, chair, meeting, answer: answer.json.data.meeting, mail };
}

test.each(changes)(
  'a meeting in %s from the evening of %s to noon of %s keeps its local times and lasts %f hours',
  async (zone, from, to, hours, words) => {
    const start = localToInstant({ date: from, time: '23:00' }, zone);
    const end = localToInstant({ date: to, time: '12:00' }, zone);
    expect((end.getTime() - start.getTime()) / 3_600_000).toBe(hours);
    const { answer, mail } = await rescheduled(zone, { start, end });
    expect([answer.start, answer.end]).toEqual([start.toISOString(), end.toISOString()]);
    expect(mail?.text).toContain(words);
    const calendar = new ICAL.Component(ICAL.parse(String(mail?.attachments?.[0]?.content)));
    for (const zoneBlock of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zoneBlock);
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
    expect([event.startDate.toJSDate(), event.endDate.toJSDate()]).toEqual([start, end]);
    ICAL.TimezoneService.reset();
  },
);

test('a board that moves to another time zone keeps the instants of its meetings and shows the new local times', async () => {
  const start = localToInstant({ date: '2026-12-02', time: '09:30' }, 'America/New_York');
  const end = new Date(start.getTime() + 7_200_000);
  const { board, admin, meeting } = await rescheduled('America/New_York', { start, end });
  await server.sql(`update boards set time_zone = 'Europe/London' where id = $1`, [board.id]);
  const seen = (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  expect([seen.start, seen.end]).toEqual([start.toISOString(), end.toISOString()]);
  const ics = (await admin.get(`/meetings/addtocalendar/${meeting.id}/ical`)).text;
  expect(ics).toContain('DTSTART;TZID=Europe/London:20261202T143000');
});
