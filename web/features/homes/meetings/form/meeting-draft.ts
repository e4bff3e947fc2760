import {
  type AgendaState,
  isAgendaChanged,
  type KeptAgenda,
} from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { paths } from '#web/paths.ts';
import type { MeetingForm } from './meeting-form.ts';

/** What is kept of a meeting's form when its session ends: what differs from what is saved. */
export interface KeptMeeting {
  readonly fields: Partial<MeetingForm>;
  /** Null: nothing was changed there. */
  readonly agenda: KeptAgenda | null;
}

export const meetingFormName = (meetingId: string | null): string =>
  meetingId === null ? paths.meetingCreate() : paths.meeting(meetingId);

/** The fields alone that were typed in: what others make of the rest meanwhile stays theirs. */
export function keptMeeting(saved: MeetingForm, typed: MeetingForm, agenda: AgendaState): KeptMeeting {
  const names = Object.keys(typed) as (keyof MeetingForm)[];
  const changed = names.filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(typed[name]));
  const { errors, ...kept } = agenda;
  return {
    fields: Object.fromEntries(changed.map((name) => [name, typed[name]])),
    agenda: isAgendaChanged(agenda) ? kept : null,
  };
}
