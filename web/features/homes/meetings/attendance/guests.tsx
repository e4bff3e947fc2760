import { Pencil, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { addGuest, type Guest, guestInput, removeGuest, updateGuest } from '#contract/attendance.ts';
import type { Meeting } from '#contract/meetings.ts';
import { useCall } from '#web/api/mutations.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import styles from './attendance.module.css';

interface GuestsProps {
  readonly meetingId: Meeting['id'];
  readonly guests: readonly Guest[];
  readonly canEdit: boolean;
}

export function GuestList({ meetingId, guests, canEdit }: GuestsProps) {
  const [editing, setEditing] = useState<string | null>(null);
  const add = useCall(addGuest, { invalidates: ['meetings', 'room'] });
  const remove = useCall(removeGuest, {
    invalidates: ['meetings', 'room'],
    onSuccess: (_answer, { params }) => {
      const gone = guests.find((guest) => guest.id === params.guest_id);
      if (!gone) return;
      const body = { name: gone.name, role: gone.role };
      const undo = { label: 'Undo', onAction: () => add.mutate({ params: { id: meetingId }, body }) };
      showToast(`${gone.name} was removed`, { action: undo });
    },
  });
  return (
    <>
      {guests.length === 0 && <p className="muted">No guests.</p>}
      <ul>
        {guests.map((guest) => (
          <li key={guest.id}>
            {editing === guest.id ? (
              <GuestForm meetingId={meetingId} guest={guest} onDone={() => setEditing(null)} />
            ) : (
              <PersonLine
                person={{ id: guest.id, name: guest.name }}
                meta={guest.role === '' ? undefined : guest.role}
                end={
                  <span className={styles.tools}>
                    <Badge>Guest</Badge>
                    {canEdit && (
                      <>
                        <IconButton
                          icon={Pencil}
                          size="s"
                          aria-label={`Edit ${guest.name}`}
                          onPress={() => setEditing(guest.id)}
                        />
                        <IconButton
                          icon={X}
                          size="s"
                          aria-label={`Remove ${guest.name}`}
                          onPress={() => remove.mutate({ params: { id: meetingId, guest_id: guest.id } })}
                        />
                      </>
                    )}
                  </span>
                }
              />
            )}
          </li>
        ))}
      </ul>
      {canEdit && editing === null && <GuestForm meetingId={meetingId} />}
    </>
  );
}

interface GuestFormProps {
  readonly meetingId: string;
  readonly guest?: Guest;
  readonly onDone?: () => void;
}

function GuestForm({ meetingId, guest, onDone }: GuestFormProps) {
  const add = useCall(addGuest, { invalidates: ['meetings', 'room'] });
  const change = useCall(updateGuest, { invalidates: ['meetings', 'room'] });
  const element = useRef<HTMLFormElement>(null);
  const form = useSchemaForm({
    schema: guestInput,
    defaults: { name: guest?.name ?? '', role: guest?.role ?? '' },
    send: (body) =>
      guest
        ? change.mutateAsync({ params: { id: meetingId, guest_id: guest.id }, body })
        : add.mutateAsync({ params: { id: meetingId }, body }),
    onSaved: () => {
      if (guest) return onDone?.();
      form.reset({ name: '', role: '' });
      element.current?.querySelector('input')?.focus();
    },
  });
  return (
    <form
      ref={element}
      className={styles.guest}
      aria-label={guest ? `Edit ${guest.name}` : 'Add guest'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <FormText form={form} name="name" label="Name" />
      <FormText form={form} name="role" label="Role" placeholder="Optional" />
      {guest ? (
        <span className={styles.tools}>
          <Button type="submit" isPending={change.isPending}>
            Save
          </Button>
          <Button variant="quiet" onPress={() => onDone?.()}>
            Cancel
          </Button>
        </span>
      ) : (
        <Button type="submit" icon={Plus} isPending={add.isPending}>
          Add guest
        </Button>
      )}
    </form>
  );
}
