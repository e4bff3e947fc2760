import { useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type KeptField, listProfileFields } from '#contract/profile.ts';
import { profileMessages } from '#domain/messages/people.ts';
import { fieldFillers } from '#domain/profile-fields.ts';
import { queryFor } from '#web/api/queries.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
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

/** /admin/profile: what each person is asked for. */
export function ProfileFieldsPage() {
  const formId = useId();
  const { data } = useSuspenseQuery(queryFor(listProfileFields));
  const editor = useFieldLists(data.fields);
  useUnsavedChanges(editor.isDirty);
  return (
    <Page>
      <TopBarActions>
        <Button variant="primary" type="submit" form={formId} isPending={editor.isSaving}>
          Save
        </Button>
      </TopBarActions>
      <PageHead
        title="Profile Fields"
        lede={`What each person is asked for. Members fill in profile fields themselves; position fields are kept by a board admin. ${profileMessages.kindFixed}`}
      />
      <form
        id={formId}
        noValidate
        aria-label="Profile Fields"
        onSubmit={(event) => {
          event.preventDefault();
          editor.save(event.currentTarget);
        }}
      >
        <Stack gap="xl">
          {fieldFillers.map((filler) => (
            <FieldListEditor
              key={filler}
              filler={filler}
              rows={editor.lists[filler]}
              errors={editor.errors}
              onRows={(rows) => editor.setRows(filler, rows)}
              onRetire={editor.retire}
            />
          ))}
          <RetiredFields
            fields={data.fields.filter((field) => field.is_retired)}
            isPending={editor.isDeleting}
            onRestore={(field) => editor.restore(field.id)}
            onDelete={(field, done) => editor.remove(field.id, done)}
          />
        </Stack>
      </form>
    </Page>
  );
}

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
