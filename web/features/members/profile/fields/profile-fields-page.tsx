import { useSuspenseQuery } from '@tanstack/react-query';
import { Archive, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { type KeptField, listProfileFields } from '#contract/profile.ts';
import { profileMessages } from '#domain/messages/people.ts';
import { type FieldFiller, fieldFillers } from '#domain/profile-fields.ts';
import { queryFor } from '#web/api/queries.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { ReorderableList } from '#web/ui/rows/reorderable-list.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import {
  type FieldDraftRow,
  type FieldLists,
  fieldNouns,
  kindLabel,
  kindOptions,
  listTitles,
  newRow,
  visibilityOptions,
  whoFilledIn,
} from './field-lists.ts';
import styles from './profile-fields-page.module.css';
import { useFieldLists } from './use-field-lists.ts';

export function ProfileFieldsPage() {
  const { data } = useSuspenseQuery(queryFor(listProfileFields));
  const editor = useFieldLists(data.fields);
  return (
    <Page>
      <PageHead
        title="Profile Fields"
        lede={`Information about each person. Members fill in profile fields themselves; position fields are filled in by board admins. ${profileMessages.kindFixed}`}
      />
      <PageForm form={editor.form} label="Profile Fields" submitLabel="Save">
        <Stack gap="xl">
          {fieldFillers.map((filler) => (
            <FieldListEditor key={filler} filler={filler} form={editor.form} onRetire={editor.retire} />
          ))}
          <RetiredFields
            fields={data.fields.filter((field) => field.is_retired)}
            isPending={editor.isDeleting}
            onRestore={(field) => editor.restore(field.id)}
            onDelete={(field, done) => editor.remove(field.id, done)}
          />
        </Stack>
      </PageForm>
    </Page>
  );
}

interface RetiredFieldsProps {
  readonly fields: readonly KeptField[];
  readonly isPending: boolean;
  readonly onRestore: (field: KeptField) => void;
  readonly onDelete: (field: KeptField, done: () => void) => void;
}

function RetiredFields({ fields, isPending, onRestore, onDelete }: RetiredFieldsProps) {
  const [deleting, setDeleting] = useState<KeptField | null>(null);
  if (fields.length === 0) return null;
  return (
    <Section title="Retired fields" aside="Stored until they are deleted">
      <Rows label="Retired fields">
        {fields.map((field) => (
          <div key={field.id} className={styles.retired}>
            <span>
              <span className={styles['retired-name']}>{field.name}</span>
              <span className="meta">
                {' '}
                {listTitles[field.filled_by]}, {kindLabel(field.kind).toLowerCase()}. {whoFilledIn(field.values_count)}{' '}
                filled it in.
              </span>
            </span>
            <Cluster>
              <Button size="s" aria-label={`Restore ${field.name}`} onPress={() => onRestore(field)}>
                Restore
              </Button>
              <Button size="s" variant="danger" aria-label={`Delete ${field.name}`} onPress={() => setDeleting(field)}>
                Delete
              </Button>
            </Cluster>
          </div>
        ))}
      </Rows>
      <ConfirmDialog
        isOpen={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Permanently delete “${deleting?.name ?? ''}”?`}
        confirmLabel="Delete field"
        danger
        isPending={isPending}
        onConfirm={() => deleting !== null && onDelete(deleting, () => setDeleting(null))}
      >
        {whoFilledIn(deleting?.values_count ?? 0)} filled this field in.{' '}
        {deleting?.values_count !== 0 && 'What they entered will also be deleted and cannot be restored.'}
      </ConfirmDialog>
    </Section>
  );
}

interface FieldListEditorProps {
  readonly filler: FieldFiller;
  readonly form: ContractForm<FieldLists>;
  readonly onRetire: (fieldId: string) => void;
}

function FieldListEditor({ filler, form, onRetire }: FieldListEditorProps) {
  const { append, move, remove } = useFieldArray({ control: form.control, name: filler });
  const rows = useWatch({ control: form.control, name: filler });
  return (
    <Section
      title={listTitles[filler]}
      aside={
        <Button
          size="s"
          icon={Plus}
          aria-label={`Add field to ${listTitles[filler].toLowerCase()}`}
          onPress={() => append(newRow(), { shouldFocus: false })}
        >
          Add field
        </Button>
      }
    >
      {rows.length === 0 && (
        <p className="muted">
          {filler === 'member'
            ? 'There are no profile fields yet. Add what members should know about each other, such as a mobile number.'
            : 'There are no position fields yet.'}
        </p>
      )}
      <ReorderableList
        label={listTitles[filler]}
        items={rows}
        keyOf={(row) => row.key}
        nameOf={(row) => (row.name.trim() === '' ? 'New field' : row.name)}
        onReorder={(key, to) =>
          move(
            rows.findIndex((row) => row.key === key),
            to,
          )
        }
        renderItem={(row, index, handle) => (
          <ProfileFieldRow
            row={row}
            label={`${fieldNouns[filler]} ${index + 1}`}
            name={`${filler}.${index}`}
            form={form}
            handle={handle}
            onRemove={() => (row.id === null ? remove(index) : onRetire(row.id))}
          />
        )}
      />
    </Section>
  );
}

interface ProfileFieldRowProps {
  readonly row: FieldDraftRow;
  readonly label: string;
  readonly name: `${FieldFiller}.${number}`;
  readonly form: ContractForm<FieldLists>;
  readonly handle: ReactNode;
  readonly onRemove: () => void;
}

function ProfileFieldRow({ row, label, name, form, handle, onRemove }: ProfileFieldRowProps) {
  const called = row.name.trim() === '' ? label : row.name;
  return (
    <div className={styles.row}>
      {handle}
      <div>
        <div className={styles.line}>
          <div className={styles.name}>
            <FormText
              form={form}
              name={`${name}.name`}
              label={`Field name, ${label}`}
              labelHidden
              placeholder="Field name"
              autoFocus={row.id === null}
            />
          </div>
          <FormSelect
            form={form}
            name={`${name}.kind`}
            label={`Type of ${called}`}
            labelHidden
            options={kindOptions}
            isDisabled={row.valuesCount > 0}
          />
          <FormSelect
            form={form}
            name={`${name}.visibility`}
            label={`Who sees ${called}`}
            labelHidden
            options={visibilityOptions}
          />
          <div className={styles.required}>
            <FormField form={form} name={`${name}.required`}>
              {({ value, onChange }) => (
                <Switch label="Required" labelOf={`of ${called}`} value={value} onChange={onChange} />
              )}
            </FormField>
          </div>
          <div className={styles.remove}>
            <IconButton
              size="s"
              icon={row.id === null ? Trash2 : Archive}
              aria-label={row.id === null ? `Remove ${called}` : `Retire ${called}`}
              onPress={onRemove}
            />
          </div>
        </div>
        {row.kind === 'choice' && (
          <div className={styles.options}>
            <FormField form={form} name={`${name}.options`}>
              {({ value, onChange, ...field }) => (
                <TextArea
                  label={`Options for ${called}`}
                  description="One per line, in the order in which they are offered."
                  value={value.join('\n')}
                  onChange={(text) => onChange(text.split('\n'))}
                  {...field}
                />
              )}
            </FormField>
          </div>
        )}
      </div>
    </div>
  );
}
