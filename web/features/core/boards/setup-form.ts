import type { BoardSetup, saveBoardSetup } from '#contract/boards.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/fields.ts';
import type { DefaultMeeting } from '#contract/meeting-lifecycle.ts';
import { agendaLines, itemsOfLines } from '#domain/agenda-order.ts';
import { trustDaysMax } from '#domain/board-settings.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { type FieldError, isBlank } from '#domain/validation.ts';

const plainBoardFields = [
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
  'reminder_minutes',
  'brief_days',
  'destroy_notes_days',
] as const;
const boardFields = [...plainBoardFields, 'trust_days'] as const;
const meetingFields = ['type', 'length_minutes', 'location', 'join_url', 'agenda'] as const;

type PlainBoard = Pick<BoardSetup, (typeof plainBoardFields)[number]>;
export interface SetupForm extends PlainBoard, Pick<DefaultMeeting, 'type' | 'location' | 'join_url'> {
  readonly trust_days: string;
  readonly length_minutes: string;
  readonly agenda: string;
}

export function formOf(setup: BoardSetup, meeting: DefaultMeeting): SetupForm {
  const { type, length_minutes: length, location, join_url, agenda_items: items } = meeting;
  return {
    ...(Object.fromEntries(plainBoardFields.map((name) => [name, setup[name]])) as PlainBoard),
    trust_days: String(setup.trust_days),
    type,
    length_minutes: String(length),
    location,
    join_url,
    agenda: agendaLines(items),
  };
}

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
