import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import {
  addPresence,
  type Presence,
  type Room,
  type RoomPerson,
  removePresence,
  updatePresence,
} from '#contract/room.ts';
import { isoDate } from '#domain/dates.ts';
import { instantToLocal, type LocalTime } from '#domain/local-time.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { modeOf, type PresenceMode, presenceModes } from '#domain/room.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { enteredInstant, type PresenceDays, presenceText } from './presence-times.ts';
import { useRoomCall } from './use-room-call.ts';

interface PresenceDialogProps {
  readonly room: Room;
  readonly person: RoomPerson;
  /** Without one it is added. */
  readonly presence: Presence | null;
  readonly days: PresenceDays;
  readonly textOf: (at: string) => string;
  readonly onClose: () => void;
}

/** What was asked for would leave these votes without quorum. */
interface LostQuorum {
  readonly by: 'saving' | 'removing';
  readonly votes: readonly string[];
}

const modeLabels: Readonly<Record<PresenceMode, string>> = { 'in-person': 'In person', remote: 'Remote' };

/** By these times a vote may have lost its quorum, or have it again. */
const ofVotes = { invalidates: ['motions'] } as const;

const schema = z.object({
  mode: z.enum(presenceModes),
  arrived_on: z.string().min(1, validationMessages.required),
  arrived_at: z.string().min(1, validationMessages.required),
  left_on: z.string().min(1, validationMessages.required),
  left_at: z.string(),
});

/** Corrects from when until when somebody was there; with days where the meeting has several. */
export function PresenceDialog({ room, person, presence, days, textOf, onClose }: PresenceDialogProps) {
  const timeZone = useTimeZone();
  // What somebody else has saved meanwhile: shown, and replaced by saving once more.
  const [theirs, setTheirs] = useState<Presence | null>(null);
  const [lost, setLost] = useState<LostQuorum | null>(null);
  const add = useRoomCall(addPresence, room.line.id, ofVotes);
  const update = useRoomCall(updatePresence, room.line.id, ofVotes);
  const remove = useRoomCall(removePresence, room.line.id, ofVotes);
  const isRemoving = lost?.by === 'removing';
  /** Ends the dialog, unless a vote would have had no quorum: then it asks. */
  const end = (by: LostQuorum['by'], votes: readonly string[]): void => {
    if (votes.length === 0) onClose();
    else setLost({ by, votes });
  };
  const today = isoDate(new Date(), timeZone);
  const [usualDay = today] = [today, days.last].toSorted();
  const enteredOf = (at: string | null): LocalTime =>
    at === null ? { date: usualDay, time: '' } : instantToLocal(at, timeZone);
  const arrived = enteredOf(presence?.arrived_at ?? null);
  const left = enteredOf(presence?.left_at ?? null);
  const form = useSchemaForm({
    schema,
    defaults: {
      mode: presence?.mode ?? modeOf(room.type, person.acceptance),
      ...{ arrived_on: arrived.date, arrived_at: arrived.time },
      ...{ left_on: left.date, left_at: left.time },
    },
    send: async (given) => {
      if (isRemoving && presence !== null) {
        const query = { accepts_lost_quorum: 'true' } as const;
        const answer = await remove.mutateAsync({ params: { id: presence.id }, query });
        return { now: null, lost_quorum: answer.lost_quorum };
      }
      const from = { date: given.arrived_on, time: given.arrived_at };
      const until = { date: given.left_on, time: given.left_at };
      const before = theirs ?? presence;
      const arrived_at = enteredInstant(from, before?.arrived_at ?? null, timeZone);
      const left_at = until.time === '' ? null : enteredInstant(until, before?.left_at ?? null, timeZone);
      if (before === null) {
        await add.mutateAsync({
          params: { id: room.line.id },
          body: { member_id: person.member_id, mode: given.mode, arrived_at, left_at },
        });
        return { now: null, lost_quorum: [] };
      }
      const times = { mode: given.mode, arrived_at, left_at };
      const { id, revision } = before;
      const body = { revision, ...times, accepts_lost_quorum: lost?.by === 'saving' };
      const answer = await update.mutateAsync({ params: { id }, body });
      const now = answer.room.presences?.find((each) => each.id === id) ?? before;
      return { now: answer.has_conflict ? now : null, lost_quorum: answer.lost_quorum };
    },
    onSaved: ({ now, lost_quorum: without }) => {
      setTheirs(now);
      if (now === null) end(isRemoving ? 'removing' : 'saving', without);
      else setLost(null);
    },
  });
  const hasDays = days.first !== days.last;
  return (
    <FormDialog
      title={`Times of ${person.name}`}
      submitLabel={isRemoving ? 'Remove all the same' : lost === null ? 'Save' : 'Save all the same'}
      form={form}
      onClose={onClose}
      actionsStart={
        presence !== null &&
        !isRemoving && (
          <Button
            variant="danger"
            icon={Trash2}
            isPending={remove.isPending}
            onPress={() =>
              remove.mutate(
                { params: { id: presence.id }, query: {} },
                { onSuccess: ({ lost_quorum: votes }) => end('removing', votes) },
              )
            }
          >
            Was not here
          </Button>
        )
      }
    >
      {lost !== null && (
        <Notice tone="caution" isNews>
          {roomMessages.quorumWouldBeLost} {lost.votes.join(' ')}
        </Notice>
      )}
      {theirs !== null && (
        <Notice tone="caution" isNews>
          <p>{roomMessages.timesConflict}</p>
          <p>{presenceText(theirs, textOf)}</p>
        </Notice>
      )}
      <FormField form={form} name="mode">
        {(field) => (
          <Select
            label="Here"
            options={presenceModes.map((value) => ({ value, label: modeLabels[value] }))}
            {...field}
          />
        )}
      </FormField>
      <FieldRow>
        {hasDays && (
          <FormField form={form} name="arrived_on">
            {(field) => <DateField label="Arrived on" isRequired min={days.first} max={days.last} {...field} />}
          </FormField>
        )}
        <FormField form={form} name="arrived_at">
          {(field) => <TimeField label="Arrived" isRequired {...field} />}
        </FormField>
      </FieldRow>
      <FieldRow>
        {hasDays && (
          <FormField form={form} name="left_on">
            {(field) => <DateField label="Left on" isRequired min={days.first} max={days.last} {...field} />}
          </FormField>
        )}
        <FormField form={form} name="left_at">
          {(field) => <TimeField label="Left" labelNote="Empty while they are here" {...field} />}
        </FormField>
      </FieldRow>
    </FormDialog>
  );
}
