import { z } from 'zod';
import { audienceInput } from '#contract/audience.ts';
import { limits, optionalLines, optionalText, requiredText } from '#contract/fields.ts';
import type { Meeting } from '#contract/meetings.ts';
import { type MeetingSummary, meetingType } from '#contract/summaries.ts';
import { wholeBoard } from '#domain/audience.ts';
import { dateOptionsMax, sameTimeErrors } from '#domain/date-finding.ts';
import { formatHeadingDate, formatTimeRange } from '#domain/dates.ts';
import { dayAfter, daysBetween, isLocalDate } from '#domain/days.ts';
import { instantOfZonedText, instantToLocal, isLocalTime, zonedText } from '#domain/local-time.ts';
import { dateOptionsError, type MeetingTimes, meetingTimesErrors } from '#domain/meeting-times.ts';
import { dateMessages } from '#domain/messages/meetings.ts';
import { firstError, maxLengthError } from '#domain/validation.ts';
import { urlError, withHttps } from '#domain/web-address.ts';
import { changedFields } from '#web/api/use-contract-form.ts';
import {
  type AgendaSnapshot,
  type AgendaState,
  isAgendaChanged,
} from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import type { OriginalTimes } from '#web/features/homes/meetings/edit-mode.ts';
import { paths } from '#web/paths.ts';

const minutesPerDay = 1_440;

/** Returns '11:30' for '09:30' and 120 minutes. Returns null without a start, or if the end would be on another day. */
export function endAfter(start: string, lengthMinutes: number): string | null {
  if (!isLocalTime(start)) return null;
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  const end = hours * 60 + minutes + lengthMinutes;
  if (end >= minutesPerDay) return null;
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export const timesShape = {
  date: z.string(),
  /** The day on which the meeting ends. '' means the day on which it starts. */
  end_date: z.string(),
  start: z.string(),
  end: z.string(),
};

const fields = z.object({
  title: requiredText(limits.titleCharactersMax),
  type: meetingType,
  ...timesShape,
  when: z.enum(['date', 'find']),
  date_options: z.array(z.object(timesShape)),
  /** Shared by all proposed dates unless `times_differ`. */
  option_start: z.string(),
  option_end: z.string(),
  times_differ: z.boolean(),
  location: optionalText(limits.locationCharactersMax),
  join_url: z.string(),
  description: optionalLines(limits.descriptionCharactersMax),
  audience: audienceInput.nullable(),
});
export type MeetingForm = Readonly<z.output<typeof fields>>;

const noTimes: MeetingTimes = { date: '', end_date: '', start: '', end: '' };

export const emptyMeeting: MeetingForm = {
  ...noTimes,
  title: '',
  type: 'hybrid',
  when: 'date',
  date_options: [],
  option_start: '',
  option_end: '',
  times_differ: false,
  location: '',
  join_url: '',
  description: '',
  audience: wholeBoard,
};

export const meetingFormSchema = formSchema(() => true);

/** A draft may have no date. A partly entered date must be completed, so that no input is lost. */
export const draftFormSchema = formSchema(hasBegunDate);

function formSchema(areTimesRequired: (form: MeetingForm) => boolean) {
  return fields.check(({ value, issues }) => {
    const markAt = (path: readonly (string | number)[], message: string | null): void => {
      if (message !== null) issues.push({ code: 'custom', path: [...path], message, input: value });
    };
    const mark = (field: string, message: string | null): void => markAt([field], message);
    const required = areTimesRequired(value);
    if (value.when === 'date') {
      for (const [field, message] of Object.entries(meetingTimesErrors(value, required))) mark(field, message);
    } else if (required) {
      mark('date_options', dateOptionsError(value.date_options));
      if (value.date_options.length > dateOptionsMax) mark('date_options', dateMessages.tooMany(dateOptionsMax));
      const offered = offeredDates(value);
      const same = sameTimeErrors(offered.map(offeredTime));
      for (const [nth, option] of offered.entries()) {
        const { date, ...times } = meetingTimesErrors(option, true);
        markAt(['date_options', nth, 'date'], date ?? same[nth] ?? null);
        if (!value.times_differ) continue;
        for (const [field, message] of Object.entries(times)) markAt(['date_options', nth, field], message);
      }
      if (!value.times_differ) {
        const { start, end } = meetingTimesErrors(sharedTimes(value), true);
        mark('option_start', start);
        mark('option_end', end);
      }
    }
    const link = withHttps(value.join_url);
    mark('join_url', firstError(urlError(link), maxLengthError(link, limits.urlCharactersMax)));
  });
}

function hasBegunDate(form: MeetingForm): boolean {
  const { date, end_date: endDate, start, end } = form.when === 'find' ? sharedTimes(form) : form;
  const hasOptions = form.when === 'find' && form.date_options.length > 0;
  return hasOptions || [date, endDate, start, end].some((typed) => typed !== '');
}

function sharedTimes({ times_differ: differ, option_start: start, option_end: end }: MeetingForm): MeetingTimes {
  return differ ? noTimes : { ...noTimes, start, end };
}

function offeredDates(form: MeetingForm): readonly MeetingTimes[] {
  if (form.times_differ) return form.date_options;
  return form.date_options.map(({ date }) => ({ ...sharedTimes(form), date }));
}

function offeredTime(times: MeetingTimes): { readonly start: Date; readonly end: Date } | null {
  const { date, start, end } = times;
  const endDate = times.end_date || date;
  if (!isLocalDate(date) || !isLocalDate(endDate) || !isLocalTime(start) || !isLocalTime(end)) return null;
  return { start: new Date(`${date}T${start}:00Z`), end: new Date(`${endDate}T${end}:00Z`) };
}

function localTimes(given: Pick<Meeting, 'start' | 'end'>, timeZone: string): MeetingTimes {
  if (given.start === null || given.end === null) return noTimes;
  const start = instantToLocal(given.start, timeZone);
  const end = instantToLocal(given.end, timeZone);
  return {
    date: start.date,
    end_date: end.date === start.date ? '' : end.date,
    start: start.time,
    end: end.time,
  };
}

export interface KeptTimes {
  readonly start: string;
  readonly end: string;
  readonly days: number;
}

export function keptTimes({ start, end }: OriginalTimes, timeZone: string): KeptTimes {
  const from = instantToLocal(start, timeZone);
  const to = instantToLocal(end, timeZone);
  return { start: from.time, end: to.time, days: daysBetween(from.date, to.date) };
}

export function formOfMeeting(meeting: Meeting, timeZone: string): MeetingForm {
  const { date_search: search } = meeting;
  const options = search?.options.map((option) => localTimes(option, timeZone)) ?? [];
  const { start = '', end = '' } = options[0] ?? {};
  const differ = options.some((option) => option.end_date !== '' || option.start !== start || option.end !== end);
  return {
    title: meeting.title,
    type: meeting.type,
    ...(search === null ? localTimes(meeting, timeZone) : noTimes),
    when: search === null ? 'date' : 'find',
    date_options: options,
    option_start: differ ? '' : start,
    option_end: differ ? '' : end,
    times_differ: differ,
    location: meeting.location,
    join_url: meeting.join_url,
    description: meeting.description,
    audience: null,
  };
}

export function bodyOfForm(form: MeetingForm, timeZone: string) {
  const audience = form.audience ?? wholeBoard;
  return { ...textsOfForm(form), ...whenOfForm(form, timeZone), audience };
}

function textsOfForm(form: MeetingForm) {
  return {
    title: form.title.trim(),
    location: form.location.trim(),
    join_url: withHttps(form.join_url),
    description: form.description.trim(),
  };
}

export function enteredTimes(form: MeetingTimes & Pick<MeetingForm, 'type'>, timeZone: string) {
  return { type: form.type, ...zonedTimes(form, timeZone) };
}

export function timesOfForm(form: MeetingTimes & Pick<MeetingForm, 'type'>, timeZone: string) {
  const { start, end } = zonedTimes(form, timeZone);
  return { type: form.type, start: instantOfZonedText(start), end: instantOfZonedText(end) };
}

function zonedTimes(times: MeetingTimes, timeZone: string) {
  return {
    start: zonedText({ date: times.date, time: times.start }, timeZone),
    end: zonedText({ date: times.end_date || times.date, time: times.end }, timeZone),
  };
}

function whenOfForm(form: MeetingForm, timeZone: string) {
  if (!hasBegunDate(form) && form.when === 'date') {
    return { type: form.type, start: null, end: null, date_options: null };
  }
  if (form.when === 'date') return { ...enteredTimes(form, timeZone), date_options: null };
  return { type: form.type, date_options: offeredDates(form).map((option) => zonedTimes(option, timeZone)) };
}

function datesShown(saved: MeetingForm, form: MeetingForm, timeZone: string) {
  if (form.when !== 'find') return {};
  const shown = saved.when === 'find' ? offeredDates(saved) : [];
  return { date_options_before: shown.map((option) => zonedTimes(option, timeZone)) };
}

type MeetingPatch = Partial<ReturnType<typeof textsOfForm>> &
  Partial<ReturnType<typeof whenOfForm>> &
  Partial<ReturnType<typeof datesShown>> & {
    readonly texts_before?: Partial<Omit<ReturnType<typeof textsOfForm>, 'join_url'>>;
  };

/** Returns null if no details changed. The agenda is saved separately. */
export function patchOfForm(saved: MeetingForm, form: MeetingForm, timeZone: string): MeetingPatch | null {
  const texts = changedFields(textsOfForm(saved), textsOfForm(form));
  const hasNewTimes = JSON.stringify(whenIn(saved)) !== JSON.stringify(whenIn(form));
  const { join_url: _, ...seen } = textsOfForm(saved);
  const textsBefore = Object.fromEntries(Object.entries(seen).filter(([field]) => field in texts));
  const patch = {
    ...texts,
    ...(Object.keys(textsBefore).length === 0 ? {} : { texts_before: textsBefore }),
    ...(hasNewTimes ? { ...whenOfForm(form, timeZone), ...datesShown(saved, form, timeZone) } : {}),
  };
  return Object.keys(patch).length === 0 ? null : patch;
}

export function isSameForm(one: MeetingForm, other: MeetingForm): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable(form: MeetingForm): unknown {
  return [textsOfForm(form), whenIn(form), form.audience];
}

function whenIn(form: MeetingForm): unknown {
  const { type, when, date_options: options } = form;
  const times = when === 'date' ? [form] : options.length === 0 ? [sharedTimes(form)] : offeredDates(form);
  return [type, when, ...times.map(({ date, end_date: endDate, start, end }) => [date, endDate, start, end])];
}

export function optionOrder(options: readonly MeetingTimes[]): readonly number[] {
  const key = ({ date, start }: MeetingTimes): string => `${date || '9999-99-99'} ${start || '99:99'}`;
  return options
    .map((option, index) => ({ index, key: key(option) }))
    .toSorted((one, other) => one.key.localeCompare(other.key) || one.index - other.index)
    .map(({ index }) => index);
}

export function nextOption(options: readonly MeetingTimes[], date: string): MeetingTimes {
  const last = options.at(-1);
  const isAnotherTime = date !== '' && options.some((option) => option.date === date);
  if (last === undefined || isAnotherTime) return { date, end_date: '', start: '', end: '' };
  return { date, end_date: endDateOf(last, date), start: last.start, end: last.end };
}

function endDateOf(last: MeetingTimes, date: string): string {
  if (!isLocalDate(date) || !isLocalDate(last.date) || !isLocalDate(last.end_date)) return '';
  return dayAfter(date, daysBetween(last.date, last.end_date));
}

export interface MeetingDraft {
  readonly fields: Partial<MeetingForm>;
  readonly agenda: AgendaSnapshot | null;
}

export const meetingDraftName = (meetingId: string | null): string =>
  meetingId === null ? paths.meetingCreate() : paths.meeting(meetingId);

/** Contains only changed fields, so that other people's changes to the rest are kept. */
export function meetingDraft(saved: MeetingForm, typed: MeetingForm, agenda: AgendaState): MeetingDraft {
  const { errors: _, ...snapshot } = agenda;
  return { fields: changedFields(saved, typed), agenda: isAgendaChanged(agenda) ? snapshot : null };
}

/**
 * For each meeting on these days, returns text such as 'Audit committee is on Thursday, November 19, 9:30 – 11:30 AM'.
 */
export function meetingsOnDays(
  meetings: readonly Pick<MeetingSummary, 'id' | 'title' | 'state' | 'start' | 'end'>[],
  days: readonly string[],
  timeZone: string,
): readonly { readonly id: string; readonly text: string }[] {
  return meetings
    .filter(
      ({ state, start }) => state !== 'cancelled' && days.includes(instantToLocal(new Date(start), timeZone).date),
    )
    .map(({ id, title, start, end }) => ({
      id,
      text: `${title} is on ${formatHeadingDate(start, timeZone)}, ${formatTimeRange(start, end, timeZone)}`,
    }));
}
