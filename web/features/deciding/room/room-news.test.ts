import { expect, test } from 'vitest';
import { roomLine as line, roomOfMember as room, roomStart } from '#tests/support/room-values.ts';
import { roomNews } from './room-news.ts';

const presence = { mode: 'remote', arrived_at: roomStart } as const;
const own = (given: typeof presence | null) => ({ member_id: 'me', presence: given, declaration: null });
const nameOfItem = (id: string) => (id === 'hidden' ? undefined : '2, Finance');
const vote = { id: 'vote', motion_id: 'motion', way: 'named', received: 0, eligible: 3, counts: null } as const;

test('a check-in, call to order, item, vote and result are each announced once to screen readers', () => {
  const before = room({ line: line({ phase: 'not-begun' }) });
  const here = room({ line: line({ phase: 'not-begun' }), own: own(presence) });
  const begun = room({ line: line({ pointer: 'item' }), own: own(presence) });
  const open = room({ line: line({ pointer: 'item', vote: { ...vote, state: 'open' } }), own: own(presence) });
  const counts = { for: 2, against: 1, abstain: 0 };
  const closed = { ...open, line: line({ pointer: 'item', vote: { ...vote, state: 'carried', counts } }) };
  const over = { ...closed, line: { ...closed.line, phase: 'adjourned' as const }, own: own(null) };
  const states = [before, here, begun, begun, open, closed, over];
  const heard = states.slice(1).map((now, nth) => roomNews(states[nth] ?? now, now, nameOfItem));
  expect(heard).toEqual([
    ['You are attending remotely.'],
    ['The meeting was called to order.', 'Now on item 2, Finance.'],
    [],
    ['A vote is open.'],
    ['The vote is closed: carried.'],
    ['The meeting was adjourned.'],
  ]);
});

test('an item that the reader cannot see is not announced', () => {
  expect(roomNews(room(), room({ line: line({ pointer: 'hidden' }) }), nameOfItem)).toEqual([]);
});
