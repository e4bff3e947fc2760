import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import {
  type ActionItem,
  type ActionItemPage,
  actionFields,
  getActionItem,
  listActionOwners,
  setActionLink,
  updateActionItem,
} from '#contract/action-items.ts';
import { type ActionState, actionStateLabels, actionTitleCharactersMax } from '#domain/action-items.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { ComboBox } from '#web/ui/fields/combo-box.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import styles from './action-items.module.css';
import { dayText, placeText, weekdayText } from './action-labels.ts';
import { ActionStateSelect } from './action-state-select.tsx';

export function ActionDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useQuery(queryFor(getActionItem, { params: { id } }));
  const { data } = query;
  if (data === undefined) {
    return (
      <Dialog title="Action item" onClose={onClose} size="m">
        <WhileLoading what="This action item" query={query}>
          <ListSkeleton rows={3} />
        </WhileLoading>
      </Dialog>
    );
  }
  if (data.item.can.note) return <ActionForm key={id} page={data} onClose={onClose} />;
  return (
    <Dialog
      title={data.item.title}
      onClose={onClose}
      size="m"
      scrolls
      actions={<Button onPress={onClose}>Close</Button>}
    >
      <ActionFacts page={data} />
    </Dialog>
  );
}

const fieldLabels = { title: 'Action', notes: 'Notes', owner: 'Owner', due_on: 'Due date', state: 'State' } as const;

const formSchema = z.object(actionFields);
type Values = z.input<typeof formSchema>;

const valuesOf = (item: ActionItem): Values => ({
  title: item.title,
  notes: item.notes,
  owner_id: item.owner?.member_id ?? '',
  due_on: item.due_on,
});

function ActionForm({ page, onClose }: { readonly page: ActionItemPage; readonly onClose: () => void }) {
  const [{ item, conflicts }, setSaved] = useState<{
    readonly item: ActionItem;
    readonly conflicts: readonly (keyof typeof fieldLabels)[];
  }>({ item: page.item, conflicts: [] });
  const update = useCall(updateActionItem, { invalidates: ['actionItems', 'waiting'] });
  const of = valuesOf(item);
  const form = useSchemaForm({
    defaults: of,
    schema: formSchema,
    send: (checked) => {
      const changed = Object.entries(checked).filter(([field, value]) => value !== of[field as keyof Values]);
      return update.mutateAsync({
        params: { id: item.id },
        body: { ...Object.fromEntries(changed), revision: item.revision },
      });
    },
    isKept: ({ conflicts: found }) => found.length === 0,
    onSaved: (answer) => {
      if (answer.conflicts.length > 0) {
        setSaved({ item: answer.item, conflicts: answer.conflicts.map(({ field }) => field) });
        // Fields that the user has not edited adopt the values that others have saved.
        form.reset(valuesOf(answer.item), { keepDirtyValues: true, keepDirty: true });
        return;
      }
      onClose();
      showToast('Action item saved');
    },
  });
  return (
    <FormDialog title={item.title} size="m" scrolls submitLabel="Save" form={form} onClose={onClose}>
      {conflicts.length > 0 && (
        <Notice tone="caution">
          Somebody else has changed this in the meantime: {conflicts.map((field) => fieldLabels[field]).join(', ')}.
          Your change was not saved. Save again to replace theirs.
        </Notice>
      )}
      {page.item.can.states.length > 0 && <ActionStateSelect item={page.item} isField />}
      {item.can.edit && (
        <>
          <FormText
            form={form}
            name="title"
            label={fieldLabels.title}
            maxLength={actionTitleCharactersMax}
            isRequired
          />
          <OwnerField
            form={form}
            meetingId={item.meeting?.id}
            bodyId={item.meeting === null ? item.body?.id : undefined}
          />
          <FormField form={form} name="due_on">
            {(field) => (
              <DateField label={fieldLabels.due_on} isRequired min={page.today} today={page.today} {...field} />
            )}
          </FormField>
        </>
      )}
      <FormTextArea form={form} name="notes" label={fieldLabels.notes} rows={4} />
      {item.link !== null && <ActionLink item={item} />}
      <ActionFacts page={{ ...page, item }} brief={item.can.edit} />
    </FormDialog>
  );
}

type OwnerForm = Parameters<typeof FormField<{ owner_id: string }, 'owner_id'>>[0]['form'];

interface OwnerFieldProps {
  readonly form: unknown;
  readonly meetingId: string | undefined;
  readonly bodyId: string | undefined;
}

export function OwnerField({ form, meetingId, bodyId }: OwnerFieldProps) {
  const asked = meetingId === undefined ? { body: bodyId } : { meeting: meetingId };
  const { data } = useQuery({
    ...queryFor(listActionOwners, { query: asked }),
    enabled: meetingId !== undefined || bodyId !== undefined,
  });
  const options = (data?.people ?? []).map((person) => ({ value: person.member_id, label: person.name }));
  return (
    <FormField form={form as OwnerForm} name="owner_id">
      {({ value, onChange, ...field }) => (
        <ComboBox
          key={data === undefined ? 'loading' : 'there'}
          label={fieldLabels.owner}
          isRequired
          options={options}
          value={value === '' ? null : value}
          onChange={(next) => onChange(next ?? '')}
          {...field}
        />
      )}
    </FormField>
  );
}

function ActionLink({ item }: { readonly item: ActionItem }) {
  const set = useCall(setActionLink, {
    invalidates: ['actionItems'],
    onSuccess: (_answer, { body }) =>
      void showToast(body?.to === 'renewed' ? 'A new link is being sent' : 'The link no longer works'),
  });
  const to = (next: 'ended' | 'renewed') => set.mutate({ params: { id: item.id }, body: { to: next } });
  return (
    <Stack gap="s">
      <p className="meta">
        {item.link === 'open'
          ? 'With the link in their email, the owner can open this action item without signing in.'
          : 'The owner’s link no longer works.'}
      </p>
      <Cluster>
        <Button size="s" isPending={set.isPending} onPress={() => to('renewed')}>
          Send a new link
        </Button>
        {item.link === 'open' && (
          <Button size="s" isPending={set.isPending} onPress={() => to('ended')}>
            End the link
          </Button>
        )}
      </Cluster>
    </Stack>
  );
}

function ActionFacts({ page, brief = false }: { readonly page: ActionItemPage; readonly brief?: boolean }) {
  const { item, today, changes } = page;
  const timeZone = useTimeZone();
  const textOf = (field: keyof typeof fieldLabels, value: string): string => {
    if (field === 'state') return actionStateLabels[value as ActionState] ?? value;
    return field === 'due_on' ? dayText(value, today) : value;
  };
  return (
    <Stack>
      <FactsList>
        {!brief && (
          <>
            {item.owner !== null && <FactsRow term="Owner">{item.owner.name}</FactsRow>}
            <FactsRow term="Due">
              {weekdayText(item.due_on)}, {dayText(item.due_on, today)}
            </FactsRow>
          </>
        )}
        <FactsRow term="State">{actionStateLabels[item.state]}</FactsRow>
        {placeText(item) !== '' && (
          <FactsRow term="From">
            {item.meeting === null ? (
              placeText(item)
            ) : (
              <TextLink href={paths.meeting(item.meeting.id)}>{placeText(item)}</TextLink>
            )}
          </FactsRow>
        )}
        {!item.can.note && item.notes !== '' && (
          <FactsRow term="Notes">
            <span className={styles.notes}>{item.notes}</span>
          </FactsRow>
        )}
      </FactsList>
      {changes.length > 0 && (
        <section aria-label="Changes">
          <ul>
            {changes.map((change) => (
              <li key={`${change.at} ${change.field}`} className="meta">
                {formatDocumentTime(change.at, timeZone)}
                {change.by !== '' && `, ${change.by}`}
                {change.by_link && ', by link'}: {fieldLabels[change.field].toLowerCase()}, from “
                {textOf(change.field, change.old)}” to “{textOf(change.field, change.new)}”
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}
