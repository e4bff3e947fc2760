import { Plus } from 'lucide-react';
import { useRef } from 'react';
import type { FieldFiller } from '#domain/profile-fields.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { moved } from '#web/ui/rows/reorder.ts';
import { ReorderableList } from '#web/ui/rows/reorderable-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { type FieldDraftRow, newRow } from './field-lists.ts';
import { FieldRow } from './field-row.tsx';
import { listTitles, placeWords } from './field-words.ts';

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
            place={`${placeWords[filler]} ${index + 1}`}
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
