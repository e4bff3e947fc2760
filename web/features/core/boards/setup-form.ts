import type { BoardSetup, saveBoardSetup } from '#contract/boards.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/fields.ts';
import type { DefaultMeeting } from '#contract/meeting-lifecycle.ts';
import { agendaLines, itemsOfLines } from '#domain/agenda-order.ts';
import { trustDaysMax } from '#domain/board-settings.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { type FieldError, isBlank } from '#domain/validation.ts';

export interface SetupForm {
  readonly title: string;
  readonly shortname: string;
  readonly primary_color: string;
  readonly time_zone: string;
  readonly date_style: BoardSetup['date_style'];
  readonly first_day: BoardSetup['first_day'];
  readonly paper_size: BoardSetup['paper_size'];
  readonly people_hidden: boolean;
  readonly magic_links: BoardSetup['magic_links'];
  readonly papers_on_devices: BoardSetup['papers_on_devices'];
  readonly watermark: BoardSetup['watermark'];
  readonly paper_links: BoardSetup['paper_links'];
  readonly trust_days: string;
  readonly reminder_minutes: number[];
  readonly brief_days: number | null;
  readonly destroy_notes_days: number | null;
  readonly type: DefaultMeeting['type'];
  readonly length_minutes: string;
  readonly location: string;
  readonly join_url: string;
  readonly agenda: string;
}

const boardFields = [
  'title',
  'shortname',
  'primary_color',
  'time_zone',
  'date_style',
  'first_day',
  'paper_size',
  'people_hidden',
  'magic_links',
  'papers_on_devices',
  'watermark',
  'paper_links',
  'trust_days',
  'reminder_minutes',
  'brief_days',
  'destroy_notes_days',
] as const;
const meetingFields = ['type', 'length_minutes', 'location', 'join_url', 'agenda'] as const;

export const formOf = (setup: BoardSetup, meeting: DefaultMeeting): SetupForm => ({
  title: setup.title,
  shortname: setup.shortname,
  primary_color: setup.primary_color,
  time_zone: setup.time_zone,
  date_style: setup.date_style,
  first_day: setup.first_day,
  paper_size: setup.paper_size,
  people_hidden: setup.people_hidden,
  magic_links: setup.magic_links,
  papers_on_devices: setup.papers_on_devices,
  watermark: setup.watermark,
  paper_links: setup.paper_links,
  trust_days: String(setup.trust_days),
  reminder_minutes: [...setup.reminder_minutes],
  brief_days: setup.brief_days,
  destroy_notes_days: setup.destroy_notes_days,
  type: meeting.type,
  length_minutes: String(meeting.length_minutes),
  location: meeting.location,
  join_url: meeting.join_url,
  agenda: agendaLines(meeting.agenda_items),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function boardChanges(
  opened: SetupForm,
  form: SetupForm,
): Omit<BodyInputOf<typeof saveBoardSetup>, 'revision'> | null {
  const changed = boardFields.filter((name) => !isSame(opened[name], form[name]));
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, name === 'trust_days' ? Number(form[name]) : form[name]]));
}

/** Returns null if nothing changed. */
export function defaultMeetingOf(opened: SetupForm, form: SetupForm, before: DefaultMeeting): DefaultMeeting | null {
  if (meetingFields.every((name) => isSame(opened[name], form[name]))) return null;
  const known = new Map(before.agenda_items.map((item) => [item.title, item]));
  const plain = { description: '', purpose: null, presenter: '', presenter_id: null };
  return {
    type: form.type,
    length_minutes: Number(form.length_minutes),
    location: form.location,
    join_url: form.join_url,
    agenda_items: itemsOfLines(form.agenda).map((line) => ({ ...plain, ...known.get(line.title), ...line })),
  };
}

/** Whole minutes, at most one week. */
export const lengthError = (typed: string): FieldError => numberError(typed, limits.meetingMinutesMax);

/** Whole days. 0 requires a code at each sign-in. */
export const trustError = (typed: string): FieldError => numberError(typed, trustDaysMax);

function numberError(typed: string, most: number): FieldError {
  if (isBlank(typed)) return validationMessages.required;
  if (!/^\d+$/.test(typed.trim())) return validationMessages.wholeNumber;
  return Number(typed) > most ? validationMessages.max(most) : null;
}

export const fieldOfDefault = (name: string): keyof SetupForm =>
  name.startsWith('agenda_items') ? 'agenda' : (name as keyof SetupForm);
