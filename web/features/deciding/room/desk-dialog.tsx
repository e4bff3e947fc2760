import { useState } from 'react';
import { z } from 'zod';
import { type Room, type RoomPerson, setDesk } from '#contract/room.ts';
import { changedFields, useSchemaForm } from '#web/api/use-contract-form.ts';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useRoomCall } from './use-room-call.ts';

interface DeskDialogProps {
  readonly room: Room;
  readonly people: readonly RoomPerson[];
  readonly onClose: () => void;
}

const nobody = 'nobody';
const schema = z.object({ chair: z.string(), secretary: z.string(), body: z.string() });
const idOf = (value: string): string | null => (value === nobody ? null : value);

export function DeskDialog({ room, people, onClose }: DeskDialogProps) {
  const save = useRoomCall(setDesk, room.line.id);
  // The values when the dialog was opened, so that saving does not overwrite somebody else's change.
  const [opened] = useState({
    chair: room.chair_id ?? nobody,
    secretary: room.secretary_id ?? nobody,
    body: room.body?.id ?? '',
  });
  const form = useSchemaForm({
    schema,
    defaults: opened,
    send: (typed) => {
      const { chair, secretary, body } = changedFields(opened, typed);
      const given = {
        ...(chair === undefined ? {} : { chair_id: idOf(chair) }),
        ...(secretary === undefined ? {} : { secretary_id: idOf(secretary) }),
        ...(body === undefined ? {} : { body_id: body }),
      };
      return save.mutateAsync({ params: { id: room.line.id }, body: given });
    },
    fieldOf: (field) => field.replace('_id', ''),
    onSaved: onClose,
  });
  const optionsFor = (present: string) => [
    { value: nobody, label: 'Nobody' },
    ...people
      .filter(
        ({ member_id: id, is_pending: pending, is_inactive: inactive }) =>
          id === present || (!pending && !inactive && id !== room.own.member_id),
      )
      .map(({ member_id: value, name: label }) => ({ value, label })),
  ];
  return (
    <FormDialog title="Chair and secretary" submitLabel="Save" form={form} onClose={onClose}>
      {room.bodies.length > 0 && (
        <FormSelect
          form={form}
          name="body"
          label="Deciding body"
          options={room.bodies.map(({ id, name }) => ({ value: id, label: name === '' ? 'Whole board' : name }))}
        />
      )}
      <FormSelect form={form} name="chair" label="Chair" options={optionsFor(opened.chair)} />
      <FormSelect form={form} name="secretary" label="Secretary" options={optionsFor(opened.secretary)} />
    </FormDialog>
  );
}
