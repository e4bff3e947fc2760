import { Scale } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { declarationNatureMax, declare, type Room } from '#contract/room.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import styles from './room.module.css';
import { useRoomCall } from './use-room-call.ts';

interface DeclarationProps {
  readonly room: Room;
  readonly itemId: string;
}

/** One's own interest in what the meeting is at. */
export function OwnDeclaration({ room, itemId }: DeclarationProps) {
  const [isOpen, setOpen] = useState(false);
  const { declaration } = room.own;
  return (
    <div className={styles.declaration}>
      {declaration !== null && (
        <p>
          <strong>{declaration.is_recused ? 'You are recused from this item' : 'You have declared an interest'}</strong>{' '}
          <span className="meta">{declaration.nature}</span>
        </p>
      )}
      {declaration?.is_recused !== true && room.line.phase !== 'adjourned' && (
        <Button size="s" variant="quiet" icon={Scale} onPress={() => setOpen(true)}>
          {declaration === null ? 'Declare an interest' : 'Recuse myself'}
        </Button>
      )}
      {isOpen && <DeclarationDialog room={room} itemId={itemId} onClose={() => setOpen(false)} />}
    </div>
  );
}

const schema = z.object({
  nature: z.string().trim().min(1, validationMessages.required).max(declarationNatureMax),
  recuses: z.boolean(),
});

function DeclarationDialog({ room, itemId, onClose }: DeclarationProps & { readonly onClose: () => void }) {
  const save = useRoomCall(declare, room.line.id);
  const { declaration, member_id } = room.own;
  const form = useSchemaForm({
    schema,
    defaults: { nature: declaration?.nature ?? '', recuses: declaration !== null },
    send: ({ nature, recuses }) =>
      save.mutateAsync({
        params: { id: itemId, member_id },
        body: { effect: recuses ? 'recused' : 'declared', nature },
      }),
    onSaved: onClose,
  });
  return (
    <FormDialog title="Declare an interest" submitLabel="Declare" form={form} onClose={onClose}>
      <FormField form={form} name="nature">
        {(field) => (
          <TextArea label="Nature of the interest" rows={3} maxLength={declarationNatureMax} isRequired {...field} />
        )}
      </FormField>
      <FormField form={form} name="recuses">
        {(field) => <Checkbox label="I recuse myself: I do not vote on this item" {...field} />}
      </FormField>
      <p className="muted">Everybody in the room sees it. The chair or the secretary can let you vote again.</p>
    </FormDialog>
  );
}
