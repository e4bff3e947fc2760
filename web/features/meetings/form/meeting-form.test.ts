import { describe, expect, test } from 'vitest';
import { createMeeting, type Meeting } from '../../../../contract/meetings.ts';
import {
  bodyOfForm,
  emptyMeeting,
  formOfMeeting,
  isSameForm,
  type MeetingForm,
  meetingFormSchema,
  minutesFromText,
  patchOfForm,
} from './meeting-form.ts';

const halifax = 'America/Halifax';
const strategyDay: MeetingForm = {
  ...emptyMeeting,
  title: 'January Strategy Day',
  date: '2027-01-23',
  start: '10:00',
  end: '15:00',
  location: 'Maple Court, Common Room',
  items: [{ key: 'new-1', id: null, title: 'Where we stand', presenter: 'Ruth Okafor', description: '', minutes: 25 }],
};

function complaints(form: MeetingForm): Readonly<Record<string, string>> {
  const { error } = meetingFormSchema.safeParse(form);
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

describe('the rules under the fields', () => {
  test('S5.4 S5.5 an empty form asks for title, date and times', () => {
    expect(complaints(emptyMeeting)).toEqual({
      title: 'This field is required.',
      date: 'This field cannot be empty',
      start: 'Cannot be empty',
      end: 'Cannot be empty',
    });
  });

  test('S5.6 the end before the start is marked on the end', () => {
    expect(complaints({ ...strategyDay, end: '09:59' })).toEqual({ end: 'The meeting cannot end before it begins' });
    expect(complaints({ ...strategyDay, end: '10:00' })).toEqual({});
  });

  test('S5.9 a join link must be a web address, or empty', () => {
    const told = { join_url: 'This field must be in url format' };
    expect(complaints({ ...strategyDay, join_url: 'meet.harbourstreet' })).toEqual(told);
    expect(complaints({ ...strategyDay, join_url: 'http://192.168.1.4/room' })).toEqual(told);
    expect(complaints({ ...strategyDay, join_url: 'https://meet.example.org/board' })).toEqual({});
  });

  test('S5.1 an item without a title is marked where it stands', () => {
    const items = [
      ...strategyDay.items,
      { ...strategyDay.items[0], key: 'new-2', title: '  ' },
    ] as MeetingForm['items'];
    expect(complaints({ ...strategyDay, items })).toEqual({ 'items.1.title': 'This field is required.' });
  });
});

test('times are those of the board’s zone, and the body is what the contract takes', () => {
  const body = bodyOfForm(strategyDay, halifax);
  expect(body).toMatchObject({ start: '2027-01-23T14:00:00.000Z', end: '2027-01-23T19:00:00.000Z' });
  expect(createMeeting.body.safeParse(body).success).toBe(true);
});

test('a meeting fills the form as the board reads its clock, and saving it unchanged sends nothing', () => {
  const meeting = {
    title: 'November Board Meeting',
    type: 'hybrid',
    start: '2026-11-19T13:30:00.000Z',
    end: '2026-11-19T16:00:00.000Z',
    location: 'Room 2',
    join_url: '',
    description: '',
    agenda_items: [{ id: 'i1', title: 'Welcome', presenter: '', description: '', minutes: null, documents: [] }],
  } as unknown as Meeting;
  const form = formOfMeeting(meeting, halifax);
  expect(form).toMatchObject({ date: '2026-11-19', start: '09:30', end: '12:00' });
  expect(form.items).toEqual([
    { key: 'i1', id: 'i1', title: 'Welcome', presenter: '', description: '', minutes: null },
  ]);
  expect(patchOfForm(form, { ...form, title: 'November Board Meeting ' }, halifax)).toBeNull();
  expect(patchOfForm(form, { ...form, location: 'Room 3' }, halifax)).toEqual({ location: 'Room 3' });
  expect(patchOfForm(form, { ...form, end: '12:30' }, halifax)).toEqual({
    type: 'hybrid',
    start: '2026-11-19T13:30:00.000Z',
    end: '2026-11-19T16:30:00.000Z',
  });
});

test('what is typed and not saved counts as a change, in the agenda too', () => {
  expect(isSameForm(strategyDay, { ...strategyDay })).toBe(true);
  expect(isSameForm(strategyDay, { ...strategyDay, items: [] })).toBe(false);
  expect(isSameForm(strategyDay, { ...strategyDay, title: 'Strategy' })).toBe(false);
});

test('minutes are read from whatever was typed', () => {
  expect(['25', '25 min', '', 'abc', '9999'].map(minutesFromText)).toEqual([25, 25, null, null, 1440]);
});
