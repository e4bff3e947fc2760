import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { type Audience, type AudienceChoices, audienceInput, listAudienceChoices } from '#contract/audience.ts';
import { limits, optionalLines, requiredText } from '#contract/fields.ts';
import { type Category, createCategory, getCategoryAudience, updateCategory } from '#contract/library.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { firstAudience } from '#web/features/members/audience/audience.ts';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { FormSwitch } from '#web/ui/fields/form-choices.tsx';
import { FormField, FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { AudienceField } from './folder-dialogs.tsx';

interface CategoryDialogProps {
  readonly category: Category | null;
  readonly onClose: () => void;
}

export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const { data: choices } = useQuery(queryFor(listAudienceChoices));
  const { data: saved } = useQuery({
    ...queryFor(getCategoryAudience, { params: { id: category?.id ?? '' } }),
    enabled: category !== null,
    gcTime: 0,
  });
  const audience = category === null ? choices && firstAudience(choices) : saved?.audience;
  if (choices === undefined || audience === undefined) {
    return (
      <Dialog onClose={onClose} size="m" title={category === null ? 'New category' : 'Edit category'}>
        <Skeleton width={75} />
      </Dialog>
    );
  }
  return <CategoryForm category={category} choices={choices} audience={audience} onClose={onClose} />;
}

const categoryForm = z.object({
  name: requiredText(limits.nameCharactersMax),
  description: optionalLines(limits.categoryDescriptionCharactersMax),
  hidden: z.boolean(),
  audience: audienceInput,
});

interface CategoryFormProps extends CategoryDialogProps {
  readonly choices: AudienceChoices;
  readonly audience: Audience;
}

function CategoryForm({ category, choices, audience, onClose }: CategoryFormProps) {
  const create = useCall(createCategory, { invalidates: ['library'] });
  const update = useCall(updateCategory, { invalidates: ['library', 'documents'] });
  const form = useSchemaForm({
    schema: categoryForm,
    defaults: {
      name: category?.name ?? '',
      description: category?.description ?? '',
      hidden: category?.hidden ?? false,
      audience,
    },
    send: ({ hidden, ...fields }): Promise<unknown> =>
      category === null
        ? create.mutateAsync({ body: fields })
        : update.mutateAsync({ params: { id: category.id }, body: { ...fields, hidden } }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      size="m"
      scrolls
      title={category === null ? 'New category' : 'Edit category'}
      submitLabel={category === null ? 'Create category' : 'Save'}
      form={form}
      onClose={onClose}
    >
      <FormText form={form} name="name" label="Name" autoComplete="off" autoFocus isRequired />
      <FormTextArea form={form} name="description" label="Description" rows={2} />
      <FormField form={form} name="audience">
        {(field) => <AudienceField choices={choices} {...field} />}
      </FormField>
      {category !== null && <FormSwitch form={form} name="hidden" label="Hidden from everybody except editors" />}
    </FormDialog>
  );
}
