import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMeeting } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, member, reader } = boardStage(server);
let meeting: MadeMeeting;
beforeEach(async () => {
  meeting = await server.make.meeting({ board, title: 'Winter meeting “2026”', location: 'Old Customs House' });
});

function expectCalendarFile(answer: Awaited<ReturnType<TestClient['get']>>): void {
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8; method=PUBLISH');
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="meeting\.ics"; filename\*=UTF-8''Winter%20meeting/,
  );
  expect(answer.text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
  const calendar = new ICAL.Component(ICAL.parse(answer.text));
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  expect(event.uid).toBe(`${meeting.id}@dais.example`);
  expect(event.summary).toBe('Winter meeting “2026”');
}

test('a meeting can be downloaded as a calendar file, even if the request names no board', async () => {
  const other = await server.signIn({ ...member, boardId: null });
  expectCalendarFile(await reader.get(`/meetings/addtocalendar/${meeting.id}/ical`));
  expectCalendarFile(await other.get(`/meetings/addtocalendar/${meeting.id}/ical`));
});

test('a visitor can add a meeting to a calendar through a link, and the calendar does not contain the link’s secret', async () => {
  const { uid } = await server.make.invitee({ meeting, member });
  const visitor = server.stranger();
  const file = await visitor.get(`/addtocalendar/${uid}/ical`);
  expectCalendarFile(file);
  expect(file.text).not.toContain(uid);
  expect(file.headers['referrer-policy']).toBe('no-referrer');
  const vendor = await visitor.get(`/addtocalendar/${uid}/google`);
  expect(vendor.headers.location).toMatch(/^https:\/\/calendar\.google\.com\//);
  expect(vendor.headers.location).not.toContain(uid);
});
