import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type Document, type LinkHomeInput, updateDocument } from '#contract/documents.ts';
import { limits, requiredText } from '#contract/fields.ts';
import { addLink } from '#contract/library.ts';
import { fileKindLabel, glyphType } from '#domain/documents.ts';
import { linkKindOf } from '#domain/links.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { publicWebAddress } from '#domain/web-address.ts';
import { documentNouns } from '#web/api/queries.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { changedFields, useContractForm } from '#web/api/use-contract-form.ts';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import styles from './editing.module.css';

const linkForm = z.object({
  url: requiredText(limits.urlCharactersMax).refine((url) => publicWebAddress(url) !== null, validationMessages.url),
  title: requiredText(limits.filenameCharactersMax),
});
type LinkForm = ContractForm<z.output<typeof linkForm>>;

interface LinkFormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly form: LinkForm;
  readonly onClose: () => void;
}

function LinkFormDialog({ title, submitLabel, form, onClose }: LinkFormDialogProps) {
  const address = publicWebAddress(useWatch({ control: form.control, name: 'url' }));
  const kind = { extension: 'link', is_link: true, mime_type: linkKindOf(address ?? '') };
  return (
    <FormDialog onClose={onClose} title={title} submitLabel={submitLabel} form={form}>
      <FormText
        form={form}
        name="url"
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        autoFocus
        isRequired
      />
      <p className={styles['link-kind']} role="status">
        {address !== null && (
          <>
            <FileGlyph type={glyphType(kind)} size="s" />
            <span className="meta">{fileKindLabel(kind)}</span>
          </>
        )}
      </p>
      <FormText form={form} name="title" label="Title" autoComplete="off" isRequired />
    </FormDialog>
  );
}

export function LinkDialog({ home, onClose }: { readonly home: LinkHomeInput; readonly onClose: () => void }) {
  const form = useContractForm({
    endpoint: addLink,
    schema: linkForm,
    defaults: { url: '', title: '' },
    toBody: (checked) => ({ ...checked, home }),
    invalidates: documentNouns,
    saved: (_answer, { title }) => `${title} added`,
    onSaved: onClose,
  });
  return <LinkFormDialog title="Add link" submitLabel="Add link" form={form} onClose={onClose} />;
}

interface EditLinkDialogProps {
  readonly document: Pick<Document, 'id' | 'title' | 'link_url'>;
  readonly onClose: () => void;
}

export function EditLinkDialog({ document, onClose }: EditLinkDialogProps) {
  const opened = { url: document.link_url ?? '', title: document.title };
  const form = useContractForm({
    endpoint: updateDocument,
    params: { id: document.id },
    schema: linkForm,
    defaults: opened,
    // Sends only changes, because another editor may have changed the rest.
    toBody: (checked) => changedFields(opened, checked),
    invalidates: documentNouns,
    saved: 'Link saved',
    onSaved: onClose,
  });
  return <LinkFormDialog title="Edit link" submitLabel="Save" form={form} onClose={onClose} />;
}
