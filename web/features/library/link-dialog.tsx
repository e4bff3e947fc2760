import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { LinkPlace } from '../../../contract/documents.ts';
import { limits, requiredText } from '../../../contract/fields.ts';
import { addLink } from '../../../contract/library.ts';
import { fileKindWord, glyphType } from '../../../domain/file-words.ts';
import { linkKindOf } from '../../../domain/links.ts';
import { validationMessages } from '../../../domain/messages.ts';
import { publicWebAddress } from '../../../domain/web-address.ts';
import { markFields } from '../../api/field-errors.ts';
import { useCall } from '../../api/mutations.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { FileGlyph } from '../../ui/rows/file-glyph.tsx';
import styles from './place.module.css';

const linkForm = z.object({
  url: requiredText(limits.urlCharactersMax).refine((url) => publicWebAddress(url) !== null, validationMessages.url),
  title: requiredText(limits.filenameCharactersMax),
});
type LinkForm = z.output<typeof linkForm>;

/** Adds a link as a document; says at once what kind of link its address is. */
export function LinkDialog({ place, onClose }: { readonly place: LinkPlace; readonly onClose: () => void }) {
  const { control, handleSubmit, setError } = useForm<LinkForm>({
    resolver: zodResolver(linkForm),
    defaultValues: { url: '', title: '' },
  });
  const add = useCall(addLink, {
    invalidates: ['library', 'announcements'],
    onSuccess: (_answer, { body }) => {
      showToast(`${body.title} added`);
      onClose();
    },
    onError: (error) => markFields(error, setError),
  });
  const submit = handleSubmit((form) => add.mutate({ body: { ...form, place } }));
  const address = publicWebAddress(useWatch({ control, name: 'url' }));
  const kind = { extension: 'link', is_link: true, mime_type: linkKindOf(address ?? '') };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Add link"
      submitLabel="Add link"
      isPending={add.isPending}
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
      <p className={styles.meta} role="status">
        {address !== null && (
          <>
            <FileGlyph type={glyphType(kind)} size="s" />
            <span className="meta">{fileKindWord(kind)}</span>
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
