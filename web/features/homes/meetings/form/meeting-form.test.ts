import { describe, expect, test } from 'vitest';
import { createMeeting, type Meeting } from '#contract/meetings.ts';
import type { MeetingTimes } from '#domain/meeting-times.ts';
import { createAgendaDraft } from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { newAgendaItem } from '#web/features/homes/meetings/agenda/agenda-item-form.ts';
import {
  bodyOfForm,
  draftFormSchema,
  emptyMeeting,
  endAfter,
  formOfMeeting,
  type MeetingForm,
  meetingDraft,
  meetingFormSchema,
  meetingsOnDays,
  nextOption,
  optionOrder,
  patchOfForm,
} from './meeting-form.ts';

test('the proposed end of a meeting is its start plus the usual length, unless that falls on another day', () => {
  expect(endAfter('09:30', 150)).toBe('12:00');
  expect(endAfter('09:30', 0)).toBe('09:30');
  expect(endAfter('23:00', 60)).toBeNull();
  expect(endAfter('', 60)).toBeNull();
});

const halifax = 'America/Halifax';
const none = { date: '', end_date: '', start: '', end: '' };
const strategyDay: MeetingForm = {
  ...emptyMeeting,
  title: 'January Strategy Day',
  date: '2027-01-23',
  start: '10:00',
  end: '15:00',
  location: 'Maple Court, Common Room',
};

function complaints(form: MeetingForm, schema = meetingFormSchema): Readonly<Record<string, string>> {
  const { error } = schema.safeParse(form);
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

test('a draft does not need a date, but an entered date must be complete', () => {
  const draft = { ...emptyMeeting, title: 'Retreat' };
  expect(complaints(draft, draftFormSchema)).toEqual({});
  expect(complaints({ ...draft, when: 'find' }, draftFormSchema)).toEqual({});
  const incomplete = { start: 'Cannot be empty', end: 'Cannot be empty' };
  expect(complaints({ ...draft, date: '2027-02-12' }, draftFormSchema)).toEqual(incomplete);
  const body = bodyOfForm(draft, halifax);
  expect(body).toMatchObject({ start: null, end: null, date_options: null });
  expect(createMeeting.body.safeParse(body).success).toBe(true);
});

test('a published meeting needs a date that ends after it starts, and its link must be a public web address', () => {
  expect(complaints({ ...strategyDay, date: '', start: '' })).toEqual({
    date: 'This field cannot be empty',
    start: 'Cannot be empty',
  });
  expect(complaints({ ...strategyDay, end: '09:00' })).toEqual({ end: 'The meeting cannot end before it begins' });
  for (const join_url of ['meet me there', 'http://127.1/'])
    expect(complaints({ ...strategyDay, join_url })).toEqual({ join_url: 'This field must be in url format' });
});

test('the meeting form sends times in the board’s time zone, and its request body matches the schema', () => {
  const body = bodyOfForm(strategyDay, halifax);
  expect(body).toMatchObject({ start: '2027-01-23T10:00[America/Halifax]', end: '2027-01-23T15:00[America/Halifax]' });
  expect(createMeeting.body.safeParse(body).success).toBe(true);
});

test('the meeting form shows a meeting’s times in the board’s time zone and sends only changes', () => {
  const meeting = {
    title: 'November Board Meeting',
    type: 'hybrid',
    start: '2026-11-19T13:30:00.000Z',
    end: '2026-11-19T16:00:00.000Z',
    location: 'Room 2',
    join_url: '',
    description: '',
    date_search: null,
  } as unknown as Meeting;
  const form = formOfMeeting(meeting, halifax);
  expect(form).toMatchObject({ date: '2026-11-19', start: '09:30', end: '12:00' });
  expect(patchOfForm(form, { ...form, title: 'November Board Meeting ' }, halifax)).toBeNull();
  expect(patchOfForm(form, { ...form, location: 'Room 3' }, halifax)).toEqual({
    location: 'Room 3',
    texts_before: { location: form.location },
  });
  expect(patchOfForm(form, { ...form, join_url: 'https://meet.example.org/2' }, halifax)).toEqual({
    join_url: 'https://meet.example.org/2',
  });
  expect(patchOfForm(form, { ...form, end: '12:30' }, halifax)).toEqual({
    type: 'hybrid',
    start: '2026-11-19T09:30[America/Halifax]',
    end: '2026-11-19T12:30[America/Halifax]',
    date_options: null,
  });
});

test('changed proposed dates are sent together with the dates that the form originally contained', () => {
  const option = (day: number) => ({ date: `2027-01-${day}`, end_date: '', start: '10:00', end: '13:00' });
  const at = (day: number) => ({ start: `2027-01-${day}T10:00[${halifax}]`, end: `2027-01-${day}T13:00[${halifax}]` });
  const options = [option(16), option(23)];
  const asked: MeetingForm = { ...strategyDay, when: 'find', times_differ: true, date_options: options };
  expect(patchOfForm(asked, { ...asked, date_options: [option(23), option(30)] }, halifax)).toEqual({
    type: 'hybrid',
    date_options: [at(23), at(30)],
    date_options_before: [at(16), at(23)],
  });
  expect(patchOfForm(strategyDay, asked, halifax)).toMatchObject({ date_options_before: [] });
});

test('a draft saved in the “find a date” mode reopens in that mode even if it has no proposed dates', () => {
  const form: MeetingForm = { ...strategyDay, ...none, when: 'find', date_options: [] };
  expect(bodyOfForm(form, halifax)).toMatchObject({ date_options: [] });
  const saved = { ...strategyDay, start: null, end: null, date_search: { options: [] } } as unknown as Meeting;
  expect(formOfMeeting(saved, halifax)).toMatchObject({ when: 'find', date_options: [] });
});

test('a removed date is sent as null, and a draft without a date opens with empty date fields', () => {
  const unset = { type: 'hybrid', start: null, end: null, date_options: null };
  expect(patchOfForm(strategyDay, { ...strategyDay, ...none }, halifax)).toEqual(unset);
  const meeting = { ...strategyDay, start: null, end: null, date_search: null } as unknown as Meeting;
  expect(formOfMeeting(meeting, halifax)).toMatchObject({ when: 'date', ...none });
});

const morning = { date: '2027-01-16', end_date: '', start: '10:00', end: '13:00' };
const retreat = { date: '2027-01-29', end_date: '2027-01-31', start: '17:00', end: '12:00' };

test.each([
  ['the first date has only its day', [], '2027-01-16', { ...none, date: '2027-01-16' }],
  ['times are copied from the previous date', [morning], '2027-01-23', { ...morning, date: '2027-01-23' }],
  ['times are copied even before the day is entered', [morning], '', { ...morning, date: '' }],
  ['a repeated day gets no times', [morning, retreat], '2027-01-16', { ...none, date: '2027-01-16' }],
  [
    'the date lasts as many days as the previous date',
    [morning, retreat],
    '2027-02-27',
    { ...retreat, date: '2027-02-27', end_date: '2027-03-01' },
  ],
  ['the last day is empty without a first day', [retreat], '', { ...retreat, date: '', end_date: '' }],
])('an added date is prefilled: %s', (_, options, date, expected) => {
  expect(nextOption(options, date)).toEqual(expected);
});

test('the stored draft of a meeting form contains only its changed fields', () => {
  const draft = createAgendaDraft(null);
  const typed = { ...emptyMeeting, description: 'Long' };
  expect(meetingDraft(emptyMeeting, typed, draft.store.get())).toEqual({
    fields: { description: 'Long' },
    agenda: null,
  });
});

test('an unsaved agenda is restored from the stored draft of the form', () => {
  const draft = createAgendaDraft(null);
  const item = newAgendaItem({ title: 'Budget' });
  draft.setItems([item]);
  const restored = JSON.parse(JSON.stringify(meetingDraft(emptyMeeting, emptyMeeting, draft.store.get())));
  const later = createAgendaDraft(null);
  later.resume(restored.agenda, null);
  expect(later.items()).toEqual([item]);
  expect(newAgendaItem().key).not.toBe(item.key);
});

describe('proposed dates', () => {
  const day = (date: string): MeetingTimes => ({ date, end_date: '', start: '', end: '' });
  const asked: MeetingForm = {
    ...strategyDay,
    when: 'find',
    date_options: [day('2027-01-16'), day('2027-01-23')],
    option_start: '10:00',
    option_end: '13:00',
  };

  test('are sent with the time that they share', () => {
    expect(complaints(asked)).toEqual({});
    expect(bodyOfForm(asked, halifax)).toMatchObject({
      date_options: [
        { start: '2027-01-16T10:00[America/Halifax]', end: '2027-01-16T13:00[America/Halifax]' },
        { start: '2027-01-23T10:00[America/Halifax]', end: '2027-01-23T13:00[America/Halifax]' },
      ],
    });
  });

  test('show errors of their shared time only once', () => {
    const empty = { option_start: 'Cannot be empty', option_end: 'Cannot be empty' };
    expect(complaints({ ...asked, option_start: '', option_end: '' })).toEqual(empty);
    const early = { option_end: 'The meeting cannot end before it begins' };
    expect(complaints({ ...asked, option_end: '09:00' })).toEqual(early);
    const repeated = { 'date_options.1.date': 'This field cannot be a duplicate' };
    expect(complaints({ ...asked, date_options: [day('2027-01-16'), day('2027-01-16')] })).toEqual(repeated);
    const tooFew = { date_options: 'You need to pick at least 2 options.' };
    expect(complaints({ ...asked, date_options: [] }, draftFormSchema)).toEqual(tooFew);
  });

  test('are shown with a single shared time if all have the same time when the form is opened', () => {
    const option = (date: number, hour: number) => ({
      start: `2027-01-${date}T${hour}:00:00.000Z`,
      end: `2027-01-${date}T17:00:00.000Z`,
    });
    const meetingOf = (options: readonly object[]) =>
      ({ ...strategyDay, start: null, end: null, date_search: { options } }) as unknown as Meeting;
    const alike = formOfMeeting(meetingOf([option(16, 14), option(23, 14)]), halifax);
    expect(alike).toMatchObject({ times_differ: false, option_start: '10:00', option_end: '13:00' });
    expect(patchOfForm(alike, { ...alike, times_differ: true }, halifax)).toBeNull();
    const unlike = formOfMeeting(meetingOf([option(16, 14), option(23, 15)]), halifax);
    expect(unlike).toMatchObject({ times_differ: true, option_start: '', option_end: '' });
  });

  test('are sorted by day and start, with incomplete dates last', () => {
    expect(optionOrder([day(''), day('2027-02-01'), morning, { ...morning, start: '09:00' }])).toEqual([3, 2, 1, 0]);
    expect(optionOrder([])).toEqual([]);
  });
});

test('the meeting form lists other meetings on the chosen days, using the board’s time zone', () => {
  const meeting = { id: 'audit', title: 'Audit committee', state: 'published' as const };
  const late = { ...meeting, start: '2026-11-20T03:00:00Z', end: '2026-11-20T03:30:00Z' };
  const texts = (days: readonly string[], state: 'published' | 'cancelled' = 'published') =>
    meetingsOnDays([{ ...late, state }], days, halifax).map(({ text }) => text);
  expect(texts(['2026-11-19'])).toEqual([
    expect.stringMatching(/^Audit committee is on Thursday, November 19, 2026, 11:00/),
  ]);
  expect(texts(['2026-11-20'])).toEqual([]);
  expect(texts(['2026-11-19'], 'cancelled')).toEqual([]);
});
