import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { getRoom } from '#contract/room.ts';
import { invalidateNouns, queryFor } from '#web/api/queries.ts';
import { shownIn, showsReply, withReply } from './use-reply.ts';

const none = { acceptance: 'none', attendance: null, answered_at: null } as const;
const going = { acceptance: 'accepted-remote', attendance: null, answered_at: '2026-11-16T14:02:00Z' } as const;
const november = { id: 'm1', title: 'November', meeting_status: none };
const december = { id: 'm2', title: 'December', meeting_status: none };

test('a reply appears immediately wherever the meeting is listed', () => {
  const timeline = [{ id: 't1', meeting: november }];
  const dashboard = { next_meeting: november, waiting: [november, december], timeline };
  const shown = withReply(dashboard, { kind: 'member', meetingId: 'm1' }, going);
  expect(shown.next_meeting.meeting_status).toEqual(going);
  expect(shown.waiting.map((each) => each.meeting_status.acceptance)).toEqual(['accepted-remote', 'none']);
  expect(shown.timeline[0]?.meeting.meeting_status).toEqual(going);
  expect(dashboard.next_meeting.meeting_status).toEqual(none);
});

test('a reply does not replace cached data that does not contain its meeting', () => {
  const list = { upcoming: [december], archive: [] };
  expect(withReply(list, { kind: 'member', meetingId: 'm1' }, going)).toBe(list);
});

test('a reply through a shared link changes only that link’s meeting', () => {
  const target = { kind: 'magic', uid: 'm-baaaa' } as const;
  const answer = { first_name: 'Sunita', meeting: { title: 'November', meeting_status: none } };
  expect(withReply(answer, target, going).meeting.meeting_status).toEqual(going);
  expect(showsReply(['magic.getMeeting', { uid: 'm-baaaa' }, null], target)).toBe(true);
  expect(showsReply(['magic.getMeeting', { uid: 'm-bbbbb' }, null], target)).toBe(false);
  expect(showsReply(['meetings.get', { id: 'm1' }, null], target)).toBe(false);
});

test('a reply invalidates the cached room data, because of the quorum forecast', async () => {
  const client = new QueryClient();
  const { queryKey } = queryFor(getRoom, { params: { id: 'm1' } });
  client.setQueryData<unknown>(queryKey, { room: {} });
  await invalidateNouns(client, shownIn);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
