import { Archive, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useRef } from 'react';
import type { FieldFiller } from '#domain/profile-fields.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { moved, ReorderableList } from '#web/ui/rows/reorderable-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './field-list-editor.module.css';
import { type FieldDraftRow, fieldNouns, kindOptions, listTitles, newRow, visibilityOptions } from './field-lists.ts';

interface FieldListEditorProps {
  readonly filler: FieldFiller;
  readonly rows: readonly FieldDraftRow[];
  /** By `{list}.{index}.{part}`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onRows: (rows: readonly FieldDraftRow[]) => void;
  readonly onRetire: (fieldId: string) => void;
}

/** One list of fields: add, change, order, take away. */
export function FieldListEditor({ filler, rows, errors, onRows, onRetire }: FieldListEditorProps) {
  const toFocus = useRef<string | null>(null);
  const add = (): void => {
    const row = newRow();
    toFocus.current = row.key;
    onRows([...rows, row]);
  };
  const nameRef = (row: FieldDraftRow) => (input: HTMLInputElement | null) => {
    if (input === null || toFocus.current !== row.key) return;
    toFocus.current = null;
    input.focus();
  };
  const errorsAt = (index: number) => ({
    name: errors[`${filler}.${index}.name`],
    kind: errors[`${filler}.${index}.kind`],
    options: errors[`${filler}.${index}.options`],
  });
  return (
    <Section
      title={listTitles[filler]}
      aside={
        <Button size="s" icon={Plus} aria-label={`Add field to ${listTitles[filler].toLowerCase()}`} onPress={add}>
          Add field
        </Button>
      }
    >
      {rows.length === 0 && (
        <p className="muted">
          {filler === 'member'
            ? 'Members are asked for nothing yet. Add what the others should know of them, such as a mobile number.'
            : 'Nothing is kept of the positions of members yet.'}
        </p>
      )}
      <ReorderableList
        label={listTitles[filler]}
        items={rows}
        keyOf={(row) => row.key}
        nameOf={(row) => (row.name.trim() === '' ? 'New field' : row.name)}
        onReorder={(key, to) =>
          onRows(
            moved(
              rows,
              rows.findIndex((row) => row.key === key),
              to,
            ),
          )
        }
        renderItem={(row, index, handle) => (
          <FieldRow
            row={row}
            place={`${fieldNouns[filler]} ${index + 1}`}
            handle={handle}
            errors={errorsAt(index)}
            onChange={(changed) => onRows(rows.map((each) => (each.key === row.key ? changed : each)))}
            onRemove={() => (row.id === null ? onRows(rows.filter((each) => each.key !== row.key)) : onRetire(row.id))}
            nameRef={nameRef(row)}
          />
        )}
      />
    </Section>
  );
}

interface FieldRowProps {
  readonly row: FieldDraftRow;
  /** Where it stands, as spoken: 'profile field 2'. */
  readonly place: string;
  readonly handle: ReactNode;
  /** By part: `name`, `kind`, `options`. */
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (row: FieldDraftRow) => void;
  /** Takes a new one away, retires a kept one. */
  readonly onRemove: () => void;
  readonly nameRef: Ref<HTMLInputElement>;
}

/** One field that people are asked for. */
export function FieldRow({ row, place, handle, errors, onChange, onRemove, nameRef }: FieldRowProps) {
  const called = row.name.trim() === '' ? place : row.name;
  const said = (part: string) => (errors[part] === undefined ? {} : { errorMessage: errors[part] });
  return (
    <div className={styles.row}>
      {handle}
      <div>
        <div className={styles.line}>
          <div className={styles.name}>
            <TextField
              label={`Field name, ${place}`}
              labelHidden
              placeholder="Field name"
              value={row.name}
              onChange={(name) => onChange({ ...row, name })}
              ref={nameRef}
              {...said('name')}
            />
          </div>
          <Select
            label={`Kind of ${called}`}
            labelHidden
            options={kindOptions}
            value={row.kind}
            onChange={(kind) => onChange({ ...row, kind })}
            isDisabled={row.valuesCount > 0}
            {...said('kind')}
          />
          <Select
            label={`Who sees ${called}`}
            labelHidden
            options={visibilityOptions}
            value={row.visibility}
            onChange={(visibility) => onChange({ ...row, visibility })}
          />
          <div className={styles.required}>
            <Switch
              label="Required"
              labelOf={`of ${called}`}
              value={row.required}
              onChange={(required) => onChange({ ...row, required })}
            />
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
            <TextArea
              label={`Options of ${called}`}
              description="One a line, in the order in which they are offered."
              value={row.options.join('\n')}
              onChange={(text) => onChange({ ...row, options: text.split('\n') })}
              {...said('options')}
            />
          </div>
        )}
      </div>
    </div>
  );
}
