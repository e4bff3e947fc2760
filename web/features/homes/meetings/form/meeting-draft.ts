import {
  type AgendaSnapshot,
  type AgendaState,
  isAgendaChanged,
} from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { paths } from '#web/paths.ts';
import type { MeetingForm } from './meeting-form.ts';

/** What is kept of a meeting's form when its session ends: what differs from what is saved. */
export interface MeetingDraft {
  readonly fields: Partial<MeetingForm>;
  /** Null: nothing was changed there. */
  readonly agenda: AgendaSnapshot | null;
}

export const meetingDraftName = (meetingId: string | null): string =>
  meetingId === null ? paths.meetingCreate() : paths.meeting(meetingId);

/** The fields alone that were typed in: what others make of the rest meanwhile stays theirs. */
export function meetingDraft(saved: MeetingForm, typed: MeetingForm, agenda: AgendaState): MeetingDraft {
  const names = Object.keys(typed) as (keyof MeetingForm)[];
  const changed = names.filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(typed[name]));
  const { errors, ...kept } = agenda;
  return {
    fields: Object.fromEntries(changed.map((name) => [name, typed[name]])),
    agenda: isAgendaChanged(agenda) ? kept : null,
  };
}
