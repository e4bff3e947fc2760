import { useState } from 'react';
import type { KeptField } from '#contract/profile.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { kindLabel, listTitles, whoFilledIn } from './field-words.ts';
import styles from './retired-fields.module.css';

interface RetiredFieldsProps {
  readonly fields: readonly KeptField[];
  readonly isPending: boolean;
  readonly onRestore: (field: KeptField) => void;
  readonly onDelete: (field: KeptField, done: () => void) => void;
}

/** What nobody is asked for any more: it comes back with its values, or goes with them. */
export function RetiredFields({ fields, isPending, onRestore, onDelete }: RetiredFieldsProps) {
  const [leaving, setLeaving] = useState<KeptField | null>(null);
  if (fields.length === 0) return null;
  return (
    <Section title="Retired fields" aside="Kept until they are deleted">
      <Rows label="Retired fields">
        {fields.map((field) => (
          <div key={field.id} className={styles.row}>
            <span>
              <span className={styles.name}>{field.name}</span>
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
              <Button size="s" variant="danger" aria-label={`Delete ${field.name}`} onPress={() => setLeaving(field)}>
                Delete
              </Button>
            </Cluster>
          </div>
        ))}
      </Rows>
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Delete “${leaving?.name ?? ''}” for good?`}
        confirmLabel="Delete field"
        danger
        isPending={isPending}
        onConfirm={() => leaving !== null && onDelete(leaving, () => setLeaving(null))}
      >
        {whoFilledIn(leaving?.values_count ?? 0)} filled this field in.{' '}
        {leaving?.values_count !== 0 && 'What they entered is deleted with it and cannot be brought back.'}
      </ConfirmDialog>
    </Section>
  );
}
