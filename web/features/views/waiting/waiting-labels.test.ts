import { expect, test } from 'vitest';
import type { WaitingItem } from '#contract/waiting.ts';
import { actText, addressOf, sectionsOf, titleText, whenText, zoneUnnamed } from './waiting-labels.ts';

const board = {
  id: 'board',
  shortname: 'citadel',
  base_url: 'https://dais.example',
  today: '2026-11-23',
  time_zone: 'America/Halifax',
};
const on = { board_id: 'board', section: 'week', due_on: '2026-11-27', at: null } as const;
const reply: WaitingItem = { ...on, kind: 'reply', id: 'm1', title: 'December Board', at: '2026-11-27T20:00:00Z' };
const action: WaitingItem = { ...on, kind: 'action-item', id: 'a1', title: 'Table the fund' };
const papers: WaitingItem = { ...reply, kind: 'papers', count: 3, pages: 61 };
const interests: WaitingItem = { ...on, kind: 'interests', months: 12 };
const poll: WaitingItem = { ...on, kind: 'poll', id: 'p1', title: 'Which time?', itemType: 'meeting', home_id: 'm2' };
const dates: WaitingItem = { ...reply, kind: 'dates' };
const vote: WaitingItem = {
  board_id: 'board',
  section: 'now',
  due_on: null,
  at: null,
  kind: 'vote',
  id: 'v1',
  meeting_id: 'm1',
  title: 'That the land be bought.',
  opened_at: '2026-11-23T15:38:00Z',
};
const when = (item: WaitingItem, zone = 'America/Halifax') => whenText(item, board, zone);

test('each kind of waiting task has a title and an action', () => {
  expect(
    [vote, reply, dates, poll, action, interests, papers].map((item) => [titleText(item), actText[item.kind]]),
  ).toEqual([
    ['Vote: That the land be bought.', 'Vote'],
    ['December Board: will you attend?', 'Reply'],
    ['December Board: which dates suit you?', 'Answer'],
    ['Poll: Which time?', 'Answer'],
    ['Table the fund', 'Update'],
    ['Confirm your entries in the register of interests', 'Confirm'],
    ['3 papers not opened, 61 pages: December Board', 'Open papers'],
  ]);
  expect(titleText({ ...papers, count: 1, pages: 0 })).toBe('1 paper not opened: December Board');
});

test('a waiting task’s date and time are in the board’s time zone, which is named for readers in other zones', () => {
  expect(when(reply)).toEqual({ day: 'Nov 27', note: 'Friday, 4:00 PM' });
  expect(when(reply, 'Europe/Zurich').note).toBe('Friday, 4:00 PM AST');
  expect(when(action)).toEqual({ day: 'Nov 27', note: 'Friday' });
  expect(when({ ...action, section: 'overdue', due_on: '2026-11-20' }).note).toBe('3 days overdue');
  expect(when(papers).note).toBe('4 days to read');
  expect(when({ ...papers, due_on: '2026-11-24' }).note).toBe('1 day to read');
  expect(when({ ...papers, due_on: '2026-11-23' }).note).toBe('read today');
  const rhythms = [1, 6, 12].map((months) => when({ ...interests, months }).note);
  expect(rhythms).toEqual(['once a month', 'every 6 months', 'once a year']);
  expect(when(vote)).toEqual({ day: 'Open', note: 'since 11:38 AM' });
  expect(when(vote, 'Europe/Zurich').note).toBe('since 11:38 AM AST');
  expect(when({ ...poll, due_on: null })).toEqual({ day: '–', note: '' });
});

test('every time shown for a waiting task names its zone if the boards are in different time zones', () => {
  const [here, there] = [{ time_zone: 'America/Halifax' }, { time_zone: 'Europe/London' }];
  const zone = 'America/Halifax';
  expect([zoneUnnamed([here, here], zone), zoneUnnamed([here, there], zone)]).toEqual([zone, null]);
  const notes = [reply, vote].map((item) => whenText(item, board, null).note);
  expect(notes).toEqual(['Friday, 4:00 PM AST', 'since 11:38 AM AST']);
});

test('a waiting task links to its own board', () => {
  const hrefs = (current: string | null) =>
    [reply, dates, poll, { ...poll, itemType: 'announcement' as const }, action, interests, papers, vote].map((item) =>
      addressOf(item, board, current),
    );
  expect(hrefs('board')).toEqual([
    '/meetings/m1',
    '/meetings/m1#dates',
    '/meetings/m2',
    '/announcements/m2',
    '/actions?item=a1',
    '/people/interests',
    '/meetings/m1',
    '/meetings/m1/room',
  ]);
  expect(hrefs('another').slice(0, 2)).toEqual([
    'https://dais.example/meetings/m1?board=citadel',
    'https://dais.example/meetings/m1?board=citadel#dates',
  ]);
  expect(addressOf(action, board, null)).toBe('https://dais.example/actions?item=a1&board=citadel');
});

test('waiting tasks are grouped into sections by urgency, and an empty Later section can be shown', () => {
  const titles = (alwaysLater: boolean) =>
    sectionsOf([action, { ...action, section: 'overdue' }, vote], { alwaysLater }).map(({ section }) => section);
  expect(titles(false)).toEqual(['now', 'overdue', 'week']);
  expect(titles(true)).toEqual(['now', 'overdue', 'week', 'later']);
});
