import { useSuspenseQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { listProfileFields } from '#contract/profile.ts';
import { profileMessages } from '#domain/later-messages.ts';
import { fieldFillers } from '#domain/profile-fields.ts';
import { queryFor } from '#web/api/queries.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { FieldListEditor } from './field-list-editor.tsx';
import { RetiredFields } from './retired-fields.tsx';
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
