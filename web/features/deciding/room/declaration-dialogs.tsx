import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { listInterests } from '#contract/interests.ts';
import { declarationNatureMax, declare, listOpenedPapers, type Room } from '#contract/room.ts';
import { formatListDate } from '#domain/dates.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { copiesWithheld, openedBefore } from '#domain/messages/interests.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormRadioGroup, FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import styles from './room.module.css';
import { useRoomCall } from './use-room-call.ts';

export interface NumberedItem {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly isWithheld: boolean;
}

interface WithholdDialogProps {
  readonly room: Room;
  readonly items: readonly NumberedItem[];
  readonly onClose: () => void;
}

const optionsOf = (items: readonly NumberedItem[]) =>
  items
    .filter(({ isWithheld }) => !isWithheld)
    .map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` }));

const words = z.string().trim().min(1, validationMessages.required).max(declarationNatureMax);
const declareSchema = z.object({
  itemId: z.string().min(1, validationMessages.required),
  nature: words,
  effect: z.enum(['declared', 'recused']),
});

const declareLabels = { declared: 'Declare', recused: 'Declare and recuse myself' } as const;

interface DeclareDialogProps {
  readonly room: Room;
  readonly on: { readonly items: readonly NumberedItem[] } | { readonly item: NumberedItem };
  readonly onClose: () => void;
}

export function DeclareDialog({ room, on, onClose }: DeclareDialogProps) {
  const save = useRoomCall(declare, room.line.id);
  const { member_id } = room.own;
  const item = 'item' in on ? on.item : null;
  const before = item === null ? null : room.own.declaration;
  const form = useSchemaForm({
    schema: declareSchema,
    defaults: { itemId: item?.id ?? '', nature: before?.nature ?? '', effect: 'recused' as 'declared' | 'recused' },
    send: ({ itemId, nature, effect }) =>
      save.mutateAsync({ params: { id: itemId, member_id }, body: { effect, nature, reason: '' } }),
    onSaved: onClose,
  });
  const effect = useWatch({ control: form.control, name: 'effect' });
  const chair = room.people?.find((person) => person.member_id === room.chair_id)?.name ?? null;
  const informed = chair === null ? 'The chair is notified immediately.' : `${chair} (chair) is notified immediately.`;
  return (
    <FormDialog title="Declare an interest" submitLabel={declareLabels[effect]} scrolls form={form} onClose={onClose}>
      {'items' in on ? (
        <FormSelect
          form={form}
          name="itemId"
          label="Item"
          placeholder="Choose an item"
          options={optionsOf(on.items)}
          isRequired
        />
      ) : (
        <p className={styles['declared-on']}>
          {on.item.number} {on.item.title}
        </p>
      )}
      <FromRegister
        onChoose={(nature) => form.setValue('nature', nature, { shouldDirty: true, shouldValidate: true })}
      />
      <FormTextArea
        form={form}
        name="nature"
        label="Nature of the interest"
        description="These words will appear in the minutes."
        rows={3}
        maxLength={declarationNatureMax}
        isRequired
      />
      <FormRadioGroup
        form={form}
        name="effect"
        label="What do you want to do?"
        boxed
        options={[
          { value: 'declared', label: 'Declared only', description: 'You can still vote on this item.' },
          {
            value: 'recused',
            label: 'Recused',
            description: 'You can stay in the meeting but cannot vote on this item.',
          },
        ]}
      />
      <Notice>
        {room.chair_id !== member_id && informed} The chair or the secretary may also withhold the item from you.
      </Notice>
    </FormDialog>
  );
}

const own = 'own';

function FromRegister({ onChoose }: { readonly onChoose: (nature: string) => void }) {
  const [chosen, choose] = useState(own);
  const { data } = useQuery({ ...queryFor(listInterests), meta: { quiet: true } });
  const interests = data?.people.find(({ is_self: isSelf }) => isSelf)?.interests ?? [];
  const lasting = interests.filter(({ until }) => until === null);
  if (lasting.length === 0) return null;
  return (
    <Select
      label="From your declared interests"
      options={[
        { value: own, label: 'Another interest' },
        ...lasting.map((interest) => ({ value: interest.id, label: interest.organisation })),
      ]}
      value={chosen}
      onChange={(id) => {
        choose(id);
        const interest = lasting.find((each) => each.id === id);
        if (interest) onChoose(`${interest.organisation}: ${interest.nature}`.slice(0, declarationNatureMax));
      }}
    />
  );
}

const withholdSchema = z.object({
  itemId: z.string().min(1, validationMessages.required),
  memberId: z.string().min(1, validationMessages.required),
  reason: words,
});

export function WithholdDialog({ room, items, onClose }: WithholdDialogProps) {
  const save = useRoomCall(declare, room.line.id);
  const people = (room.people ?? []).filter(({ member_id: id }) => id !== room.own.member_id);
  const form = useSchemaForm({
    schema: withholdSchema,
    defaults: { itemId: '', memberId: '', reason: '' },
    send: ({ itemId, memberId, reason }) =>
      save.mutateAsync({
        params: { id: itemId, member_id: memberId },
        body: { effect: 'withheld', nature: '', reason },
      }),
    onSaved: onClose,
  });
  const [itemId, memberId] = useWatch({ control: form.control, name: ['itemId', 'memberId'] });
  return (
    <FormDialog title="Withhold an item" submitLabel="Withhold" form={form} onClose={onClose}>
      <FormSelect
        form={form}
        name="memberId"
        label="From whom"
        placeholder="Choose a person"
        options={people.map(({ member_id: id, name }) => ({ value: id, label: name }))}
        isRequired
      />
      <FormSelect
        form={form}
        name="itemId"
        label="Item"
        placeholder="Choose an item"
        options={optionsOf(items)}
        isRequired
      />
      <FormTextArea
        form={form}
        name="reason"
        label="Reason"
        description="The person will see this reason instead of the item."
        rows={2}
        maxLength={declarationNatureMax}
        isRequired
      />
      <p className="muted">{motionMessages.withholdingCondition}</p>
      <Notice>
        The item’s title, papers, motions, votes, minutes and sub-items will be hidden from this person, whatever their
        role. This person and the chair will be notified by email.
        {itemId !== '' && memberId !== '' && <WithheldWith room={room} itemId={itemId} memberId={memberId} />}
      </Notice>
    </FormDialog>
  );
}

interface WithheldWithProps {
  readonly room: Room;
  readonly itemId: string;
  readonly memberId: string;
}

function WithheldWith({ room, itemId, memberId }: WithheldWithProps) {
  const timeZone = useTimeZone();
  const { data } = useQuery(queryFor(listOpenedPapers, { params: { id: room.line.id, member_id: memberId } }));
  if (data === undefined) return null;
  const opened = data.items.find(({ agenda_item_id: id }) => id === itemId) ?? null;
  const copies = data.copies
    .filter(({ agenda_item_id: id }) => id === itemId)
    .map(({ title, start, takes_vote: takesVote }) => ({
      meeting: start === null ? title : `${title} (${formatListDate(start, timeZone)})`,
      takesVote,
    }));
  return (
    <>
      {' '}
      {openedBefore(opened, 'They have')}
      {copies.length > 0 && ` ${copiesWithheld(copies)}`}
    </>
  );
}
