import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, type UseFormSetError, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type Document, type LinkHomeInput, updateDocument } from '#contract/documents.ts';
import { limits, requiredText } from '#contract/fields.ts';
import { addLink } from '#contract/library.ts';
import { fileKindLabel, glyphType } from '#domain/documents.ts';
import { linkKindOf } from '#domain/links.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { publicWebAddress } from '#domain/web-address.ts';
import { useCall } from '#web/api/mutations.ts';
import { documentNouns } from '#web/api/queries.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import styles from './editing.module.css';

const linkForm = z.object({
  url: requiredText(limits.urlCharactersMax).refine((url) => publicWebAddress(url) !== null, validationMessages.url),
  title: requiredText(limits.filenameCharactersMax),
});
type LinkForm = z.output<typeof linkForm>;

interface LinkFormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly saved: LinkForm;
  readonly isPending: boolean;
  readonly onSubmit: (form: LinkForm, setError: UseFormSetError<LinkForm>) => void;
  readonly onClose: () => void;
}

/** A link's address and title; says at once what kind of link its address is. */
function LinkFormDialog({ title, submitLabel, saved, isPending, onSubmit, onClose }: LinkFormDialogProps) {
  const { control, handleSubmit, setError } = useForm<LinkForm>({
    resolver: zodResolver(linkForm),
    defaultValues: saved,
  });
  const submit = handleSubmit((form) => onSubmit(form, setError));
  const address = publicWebAddress(useWatch({ control, name: 'url' }));
  const kind = { extension: 'link', is_link: true, mime_type: linkKindOf(address ?? '') };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      submitLabel={submitLabel}
      isPending={isPending}
      onSubmit={() => void submit()}
    >
      <Controller
        control={control}
        name="url"
        render={({ field, fieldState: { error } }) => (
          <TextField
            label="Address"
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            autoFocus
            isRequired
            {...field}
            errorMessage={error?.message}
          />
        )}
      />
      <p className={styles['link-kind']} role="status">
        {address !== null && (
          <>
            <FileGlyph type={glyphType(kind)} size="s" />
            <span className="meta">{fileKindLabel(kind)}</span>
          </>
        )}
      </p>
      <Controller
        control={control}
        name="title"
        render={({ field, fieldState: { error } }) => (
          <TextField label="Title" autoComplete="off" isRequired {...field} errorMessage={error?.message} />
        )}
      />
    </FormDialog>
  );
}

/** Adds a link as a document. */
export function LinkDialog({ place, onClose }: { readonly place: LinkHomeInput; readonly onClose: () => void }) {
  const add = useCall(addLink, {
    invalidates: documentNouns,
    onSuccess: (_answer, { body }) => {
      showToast(`${body.title} added`);
      onClose();
    },
  });
  return (
    <LinkFormDialog
      title="Add link"
      submitLabel="Add link"
      saved={{ url: '', title: '' }}
      isPending={add.isPending}
      onSubmit={(form, setError) =>
        add.mutate({ body: { ...form, home: place } }, { onError: (error) => showFieldErrors(error, setError) })
      }
      onClose={onClose}
    />
  );
}

interface EditLinkDialogProps {
  readonly document: Pick<Document, 'id' | 'title' | 'link_url'>;
  readonly onClose: () => void;
}

/** Another address or title of a link, wherever it stands. */
export function EditLinkDialog({ document, onClose }: EditLinkDialogProps) {
  const { id, title, link_url } = document;
  const saved = { url: link_url ?? '', title };
  const update = useCall(updateDocument, {
    invalidates: documentNouns,
    onSuccess: () => {
      showToast('Link saved');
      onClose();
    },
  });
  return (
    <LinkFormDialog
      title="Edit link"
      submitLabel="Save"
      saved={saved}
      isPending={update.isPending}
      onSubmit={(form, setError) => {
        const body = changesOf(saved, form);
        if (Object.keys(body).length === 0) onClose();
        else update.mutate({ params: { id }, body }, { onError: (error) => showFieldErrors(error, setError) });
      }}
      onClose={onClose}
    />
  );
}

/** What was left as it is, another editor may have changed meanwhile. */
const changesOf = (saved: LinkForm, form: LinkForm): Partial<LinkForm> => ({
  ...(form.url === saved.url ? {} : { url: form.url }),
  ...(form.title === saved.title ? {} : { title: form.title }),
});
