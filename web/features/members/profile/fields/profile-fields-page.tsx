import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type KeptField, listProfileFields } from '#contract/profile.ts';
import { profileMessages } from '#domain/messages/people.ts';
import { fieldFillers } from '#domain/profile-fields.ts';
import { queryFor } from '#web/api/queries.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { FieldListEditor } from './field-list-editor.tsx';
import { kindLabel, listTitles, whoFilledIn } from './field-lists.ts';
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
