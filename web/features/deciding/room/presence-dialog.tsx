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
import { type PresenceMode, presenceModeFor, presenceModes } from '#domain/room.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { optionsOf } from '#web/ui/fields/label-options.ts';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { enteredInstant, type PresenceDays, presenceText } from './presence-times.ts';
import { useRoomCall } from './use-room-call.ts';

interface PresenceDialogProps {
  readonly room: Room;
  readonly person: RoomPerson;
  readonly presence: Presence | null;
  readonly days: PresenceDays;
  readonly textOf: (at: string) => string;
  readonly onClose: () => void;
}

interface LostQuorum {
  readonly by: 'saving' | 'removing';
  readonly votes: readonly string[];
}

const modeLabels: Readonly<Record<PresenceMode, string>> = { 'in-person': 'In person', remote: 'Remote' };

const ofVotes = { invalidates: ['motions'] } as const;

const schema = z.object({
  mode: z.enum(presenceModes),
  arrived_on: z.string().min(1, validationMessages.required),
  arrived_at: z.string().min(1, validationMessages.required),
  left_on: z.string().min(1, validationMessages.required),
  left_at: z.string(),
});

export function PresenceDialog(props: PresenceDialogProps) {
  const { person, presence, days, textOf, onClose } = props;
  const { form, theirs, lost, remove } = usePresenceForm(props);
  const isRemoving = lost?.by === 'removing';
  return (
    <FormDialog
      title={`Times for ${person.name}`}
      submitLabel={isRemoving ? 'Remove anyway' : lost === null ? 'Save' : 'Save anyway'}
      form={form}
      onClose={onClose}
      actionsStart={
        presence !== null &&
        !isRemoving && (
          <Button variant="danger" icon={Trash2} isPending={remove.isPending} onPress={remove.ask}>
            Did not attend
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
      <FormSelect form={form} name="mode" label="Here" options={optionsOf(modeLabels)} />
      <FieldRow>
        <DayField form={form} name="arrived_on" label="Arrived on" days={days} />
        <FormField form={form} name="arrived_at">
          {(field) => <TimeField label="Arrived" isRequired {...field} />}
        </FormField>
      </FieldRow>
      <FieldRow>
        <DayField form={form} name="left_on" label="Left on" days={days} />
        <FormField form={form} name="left_at">
          {(field) => <TimeField label="Left" labelNote="Leave empty if they are still here" {...field} />}
        </FormField>
      </FieldRow>
    </FormDialog>
  );
}

interface DayFieldProps {
  readonly form: ReturnType<typeof usePresenceForm>['form'];
  readonly name: 'arrived_on' | 'left_on';
  readonly label: string;
  readonly days: PresenceDays;
}

function DayField({ form, name, label, days }: DayFieldProps) {
  if (days.first === days.last) return null;
  return (
    <FormField form={form} name={name}>
      {(field) => <DateField label={label} isRequired min={days.first} max={days.last} {...field} />}
    </FormField>
  );
}

function usePresenceForm({ room, person, presence, days, onClose }: PresenceDialogProps) {
  const timeZone = useTimeZone();
  const [theirs, setTheirs] = useState<Presence | null>(null);
  const [lost, setLost] = useState<LostQuorum | null>(null);
  const add = useRoomCall(addPresence, room.line.id, ofVotes);
  const update = useRoomCall(updatePresence, room.line.id, ofVotes);
  const remove = useRoomCall(removePresence, room.line.id, ofVotes);
  const isRemoving = lost?.by === 'removing';
  const end = (by: LostQuorum['by'], votes: readonly string[]): void => {
    if (votes.length === 0) onClose();
    else setLost({ by, votes });
  };
  const send = async (given: Typed): Promise<Answer> => {
    if (isRemoving && presence !== null) {
      const query = { accepts_lost_quorum: 'true' } as const;
      const answer = await remove.mutateAsync({ params: { id: presence.id }, query });
      return { now: null, lost_quorum: answer.lost_quorum };
    }
    const before = theirs ?? presence;
    const times = { mode: given.mode, ...instantsOf(given, before, timeZone) };
    if (before === null) {
      await add.mutateAsync({ params: { id: room.line.id }, body: { member_id: person.member_id, ...times } });
      return { now: null, lost_quorum: [] };
    }
    const { id, revision } = before;
    const body = { revision, ...times, accepts_lost_quorum: lost?.by === 'saving' };
    const answer = await update.mutateAsync({ params: { id }, body });
    const now = answer.room.presences?.find((each) => each.id === id) ?? before;
    return { now: answer.has_conflict ? now : null, lost_quorum: answer.lost_quorum };
  };
  const form = useSchemaForm({
    schema,
    defaults: {
      mode: presence?.mode ?? presenceModeFor(room.type, person.acceptance),
      ...typedTimes(presence, days, timeZone),
    },
    send,
    isKept: ({ now, lost_quorum: without }) => now === null && without.length === 0,
    onSaved: ({ now, lost_quorum: without }) => {
      setTheirs(now);
      if (now === null) end(isRemoving ? 'removing' : 'saving', without);
      else setLost(null);
    },
  });
  const ask = (): void => {
    if (presence === null) return;
    remove.mutate(
      { params: { id: presence.id }, query: {} },
      { onSuccess: ({ lost_quorum: votes }) => end('removing', votes) },
    );
  };
  return { form, theirs, lost, remove: { ask, isPending: remove.isPending } };
}

type Typed = z.output<typeof schema>;

interface Answer {
  readonly now: Presence | null;
  readonly lost_quorum: readonly string[];
}

/** In the board's time zone. A missing date becomes today or the meeting's last day, whichever is earlier. */
function typedTimes(presence: Presence | null, days: PresenceDays, timeZone: string): Omit<Typed, 'mode'> {
  const today = isoDate(new Date(), timeZone);
  const [usualDay = today] = [today, days.last].toSorted();
  const typedOf = (at: string | null): LocalTime =>
    at === null ? { date: usualDay, time: '' } : instantToLocal(at, timeZone);
  const arrived = typedOf(presence?.arrived_at ?? null);
  const left = typedOf(presence?.left_at ?? null);
  return { arrived_on: arrived.date, arrived_at: arrived.time, left_on: left.date, left_at: left.time };
}

function instantsOf(given: Typed, before: Presence | null, timeZone: string) {
  const from = { date: given.arrived_on, time: given.arrived_at };
  const until = { date: given.left_on, time: given.left_at };
  return {
    arrived_at: enteredInstant(from, before?.arrived_at ?? null, timeZone),
    left_at: until.time === '' ? null : enteredInstant(until, before?.left_at ?? null, timeZone),
  };
}
