import { useState } from 'react';
import { z } from 'zod';
import { addMotion, type Motion, updateMotion } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { motionTextMax } from '#domain/motions.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormTextArea } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { movedText, moverOptions } from './motion-labels.ts';
import styles from './motions.module.css';
import { useMotionCall } from './use-motions.ts';

interface MotionDialogProps {
  readonly room: Room;
  readonly itemId: string;
  readonly motion: Motion | null;
  readonly onClose: () => void;
}

const nobody = 'nobody';
const idOf = (value: string): string | null => (value === nobody ? null : value);
const schema = z.object({
  text: z.string().trim().min(1, validationMessages.required).max(motionTextMax),
  mover: z.string(),
  seconder: z.string(),
});

export function MotionDialog({ room, itemId, motion, onClose }: MotionDialogProps) {
  const add = useMotionCall(addMotion);
  const update = useMotionCall(updateMotion);
  // The version that somebody else has saved. Saving again overwrites it.
  const [theirs, setTheirs] = useState<Motion | null>(null);
  const isDesk = room.can.run;
  const form = useSchemaForm({
    schema,
    defaults: {
      text: motion?.text ?? '',
      mover: motion?.mover?.member_id ?? nobody,
      seconder: motion?.seconder?.member_id ?? nobody,
    },
    send: async ({ text, mover, seconder }) => {
      const people = isDesk ? { mover_id: idOf(mover), seconder_id: idOf(seconder) } : {};
      if (motion === null) {
        await add.mutateAsync({ params: { id: itemId }, body: { text, mover_id: null, seconder_id: null, ...people } });
        return null;
      }
      const { id } = motion;
      const body = { revision: (theirs ?? motion).revision, text, ...people };
      const answer = await update.mutateAsync({ params: { id }, body });
      return answer.has_conflict ? (answer.motions.find((each) => each.id === id) ?? motion) : null;
    },
    fieldOf: (field) => field.replace('_id', ''),
    isKept: (now) => now === null,
    onSaved: (now) => {
      if (now === null) onClose();
      else setTheirs(now);
    },
  });
  const options = [{ value: nobody, label: 'Nobody yet' }, ...moverOptions(room, { itemId, motion })];
  const title = motion !== null ? 'Edit motion' : isDesk ? 'New motion' : 'Suggest a motion';
  return (
    <FormDialog
      title={title}
      size="m"
      submitLabel={isDesk || motion ? 'Save' : 'Suggest'}
      form={form}
      onClose={onClose}
    >
      {theirs !== null && (
        <Notice tone="caution" isNews>
          <p>{motionMessages.conflict}</p>
          <p className={styles.theirs}>{theirs.text}</p>
          <p>{movedText(theirs)}</p>
        </Notice>
      )}
      <FormTextArea form={form} name="text" label="Motion" rows={5} maxLength={motionTextMax} autoFocus isRequired />
      {isDesk && (
        <>
          <FormSelect form={form} name="mover" label="Moved by" options={options} />
          <FormSelect form={form} name="seconder" label="Seconded by" options={options} />
        </>
      )}
    </FormDialog>
  );
}
