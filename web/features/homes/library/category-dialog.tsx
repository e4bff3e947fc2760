import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod';
import { type Audience, type AudienceChoices, audienceInput, listAudienceChoices } from '#contract/audience.ts';
import { limits, optionalLines, requiredText } from '#contract/fields.ts';
import { type Category, createCategory, getCategoryAudience, updateCategory } from '#contract/library.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { firstAudience } from '#web/features/members/audience/audience.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { AudienceField } from './folder-dialogs.tsx';

interface CategoryDialogProps {
  readonly category: Category | null;
  readonly onClose: () => void;
}

export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const formId = useId();
  const { data: choices } = useQuery(queryFor(listAudienceChoices));
  const { data: saved } = useQuery({
    ...queryFor(getCategoryAudience, { params: { id: category?.id ?? '' } }),
    enabled: category !== null,
    gcTime: 0,
  });
  const audience = category === null ? choices && firstAudience(choices) : saved?.audience;
  const create = useCall(createCategory, { invalidates: ['library'], onSuccess: onClose });
  const update = useCall(updateCategory, { invalidates: ['library', 'documents'], onSuccess: onClose });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="m"
      scrolls
      title={category === null ? 'New category' : 'Edit category'}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isDisabled={choices === undefined || audience === undefined}
            isPending={create.isPending || update.isPending}
          >
            {category === null ? 'Create category' : 'Save'}
          </Button>
        </>
      }
    >
      {choices === undefined || audience === undefined ? (
        <Skeleton width={75} />
      ) : (
        <CategoryForm
          id={formId}
          choices={choices}
          saved={{
            name: category?.name ?? '',
            description: category?.description ?? '',
            hidden: category?.hidden ?? false,
            audience,
          }}
          isNew={category === null}
          send={({ hidden, ...fields }) =>
            category === null
              ? create.mutateAsync({ body: fields })
              : update.mutateAsync({ params: { id: category.id }, body: { ...fields, hidden } })
          }
        />
      )}
    </Dialog>
  );
}

const categoryForm = z.object({
  name: requiredText(limits.nameCharactersMax),
  description: optionalLines(limits.categoryDescriptionCharactersMax),
  hidden: z.boolean(),
  audience: audienceInput,
});
type CategoryForm = z.output<typeof categoryForm>;

interface CategoryFormProps {
  readonly id: string;
  readonly choices: AudienceChoices;
  readonly saved: Omit<CategoryForm, 'audience'> & { readonly audience: Audience };
  readonly isNew: boolean;
  readonly send: (fields: CategoryForm) => Promise<unknown>;
}

function CategoryForm({ id, choices, saved, isNew, send }: CategoryFormProps) {
  const form = useSchemaForm({ schema: categoryForm, defaults: saved, send });
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <FormSection>
        <FormText form={form} name="name" label="Name" autoComplete="off" autoFocus isRequired />
        <FormField form={form} name="description">
          {(field) => <TextArea label="Description" rows={2} {...field} />}
        </FormField>
        <FormField form={form} name="audience">
          {(field) => <AudienceField choices={choices} {...field} />}
        </FormField>
        {!isNew && (
          <FormField form={form} name="hidden">
            {({ value, onChange }) => (
              <Switch label="Hidden from everybody except editors" value={value} onChange={onChange} />
            )}
          </FormField>
        )}
      </FormSection>
    </form>
  );
}
