import { Archive, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import type { FieldFiller } from '#domain/profile-fields.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { ReorderableList } from '#web/ui/rows/reorderable-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './field-list-editor.module.css';
import {
  type FieldDraftRow,
  type FieldLists,
  fieldNouns,
  kindOptions,
  listTitles,
  newRow,
  visibilityOptions,
} from './field-lists.ts';

interface FieldListEditorProps {
  readonly filler: FieldFiller;
  readonly form: ContractForm<FieldLists>;
  readonly onRetire: (fieldId: string) => void;
}

export function FieldListEditor({ filler, form, onRetire }: FieldListEditorProps) {
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
