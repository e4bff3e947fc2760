import { z } from 'zod';
import { limits, optionalText, requiredText } from '../../../../contract/fields.ts';
import { type AgendaItem, type AgendaItemInput, type Meeting, meetingType } from '../../../../contract/meetings.ts';
import { instantToLocal, localToInstant } from '../../../../domain/local-time.ts';
import { meetingTimesErrors } from '../../../../domain/meeting-times.ts';
import type { MeetingType } from '../../../../domain/rsvp.ts';
import { firstError, maxLengthError } from '../../../../domain/validation.ts';
import { urlError } from '../../../../domain/web-address.ts';

/** An item as it is being written. `key` stays the same for as long as the item is on the screen. */
export interface AgendaItemForm {
  readonly key: string;
  /** Null until it is saved. */
  readonly id: string | null;
  readonly title: string;
  readonly presenter: string;
  readonly description: string;
  /** Null: no time set aside. */
  readonly minutes: number | null;
}

/** What the form of a meeting holds. Date and times are those of the board's zone: 'yyyy-MM-dd' and 'HH:mm', or ''. */
export interface MeetingForm {
  readonly title: string;
  readonly type: MeetingType;
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly location: string;
  readonly join_url: string;
  readonly description: string;
  readonly items: readonly AgendaItemForm[];
}

export const emptyMeeting: MeetingForm = {
  title: '',
  type: 'hybrid',
  date: '',
  start: '',
  end: '',
  location: '',
  join_url: '',
  description: '',
  items: [],
};

const agendaItemForm = z.object({
  key: z.string(),
  id: z.string().nullable(),
  title: requiredText(limits.titleCharactersMax),
  presenter: optionalText(limits.presenterCharactersMax),
  description: optionalText(limits.descriptionCharactersMax),
  minutes: z.number().int().min(0).max(limits.itemMinutesMax).nullable(),
});

/** The rules of specification 5 for a meeting; its times are required. */
export const meetingFormSchema = z
  .object({
    title: requiredText(limits.titleCharactersMax),
    type: meetingType,
    date: z.string(),
    start: z.string(),
    end: z.string(),
    location: optionalText(limits.locationCharactersMax),
    join_url: z.string(),
    description: optionalText(limits.descriptionCharactersMax),
    items: z.array(agendaItemForm).max(limits.agendaItemsMax),
  })
  .check(({ value, issues }) => {
    const mark = (field: string, message: string | null): void => {
      if (message !== null) issues.push({ code: 'custom', path: [field], message, input: value });
    };
    for (const [field, message] of Object.entries(meetingTimesErrors(value, true))) mark(field, message);
    mark('join_url', firstError(urlError(value.join_url), maxLengthError(value.join_url, limits.urlCharactersMax)));
  });

export function formOfMeeting(meeting: Meeting, timeZone: string): MeetingForm {
  const start = instantToLocal(meeting.start, timeZone);
  return {
    title: meeting.title,
    type: meeting.type,
    date: start.date,
    start: start.time,
    end: instantToLocal(meeting.end, timeZone).time,
    location: meeting.location,
    join_url: meeting.join_url,
    description: meeting.description,
    items: meeting.agenda_items.map(formOfItem),
  };
}

function formOfItem({ id, title, presenter, description, minutes }: AgendaItem): AgendaItemForm {
  return { key: id, id, title, presenter, description, minutes };
}

/** Needs a form that has passed the schema. */
export function bodyOfForm(form: MeetingForm, timeZone: string) {
  return { ...textsOfForm(form), ...timesOfForm(form, timeZone), agenda_items: form.items.map(bodyOfItem) };
}

export function bodyOfItem(item: AgendaItemForm): AgendaItemInput {
  return {
    title: item.title.trim(),
    presenter: item.presenter.trim(),
    description: item.description.trim(),
    minutes: item.minutes,
  };
}

function textsOfForm(form: MeetingForm) {
  return {
    title: form.title.trim(),
    location: form.location.trim(),
    join_url: form.join_url.trim(),
    description: form.description.trim(),
  };
}

function timesOfForm(form: MeetingForm, timeZone: string) {
  return {
    type: form.type,
    start: localToInstant({ date: form.date, time: form.start }, timeZone).toISOString(),
    end: localToInstant({ date: form.date, time: form.end }, timeZone).toISOString(),
  };
}

type MeetingPatch = Partial<ReturnType<typeof textsOfForm> & ReturnType<typeof timesOfForm>>;

/** What has to be sent of the details; null when nothing has changed. The agenda is saved by its own steps. */
export function patchOfForm(saved: MeetingForm, form: MeetingForm, timeZone: string): MeetingPatch | null {
  const texts = changed(textsOfForm(saved), textsOfForm(form));
  const hasNewTimes = (['type', 'date', 'start', 'end'] as const).some((field) => saved[field] !== form[field]);
  const patch = { ...texts, ...(hasNewTimes ? timesOfForm(form, timeZone) : {}) };
  return Object.keys(patch).length === 0 ? null : patch;
}

function changed<T extends Readonly<Record<string, string>>>(before: T, after: T): Partial<T> {
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => before[field] !== value)) as Partial<T>;
}

/** Whether anything typed is not saved yet. */
export function isSameForm(one: MeetingForm, other: MeetingForm): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable(form: MeetingForm): unknown {
  return [
    textsOfForm(form),
    [form.type, form.date, form.start, form.end],
    form.items.map((item) => [item.id ?? item.key, bodyOfItem(item)]),
  ];
}

/** Digits of what was typed, as minutes; null for none, and never more than a day. */
export function minutesFromText(text: string): number | null {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? null : Math.min(Number(digits), limits.itemMinutesMax);
}
