import { useSuspenseQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { listAudienceChoices } from '#contract/audience.ts';
import { queryFor } from '#web/api/queries.ts';
import { peopleOf } from '#web/features/members/audience/audience-choice.ts';
import { AudiencePicker } from '#web/features/members/audience/audience-picker.tsx';
import { audienceCount } from '#web/features/members/audience/publish-audience.ts';
import { FormSection } from '#web/ui/fields/field-row.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { RichTextField } from './rich-text-field.tsx';
import type { AnnouncementEditor } from './use-announcement-editor.ts';

/** Title and text. */
export function AnnouncementFields({ editor }: { readonly editor: AnnouncementEditor }) {
  const { control } = editor.form;
  return (
    <FormSection>
      <Controller
        name="title"
        control={control}
        render={({ field, fieldState }) => (
          <TextField label="Title" variant="title" isRequired {...field} errorMessage={fieldState.error?.message} />
        )}
      />
      <Controller
        name="body"
        control={control}
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <RichTextField
            label="Text"
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </FormSection>
  );
}

/** Who it is for. */
export function AnnouncementAudience({
  editor,
  isOut,
}: {
  readonly editor: AnnouncementEditor;
  readonly isOut: boolean;
}) {
  const { data: choices } = useSuspenseQuery(queryFor(listAudienceChoices));
  return (
    <Controller
      name="audience"
      control={editor.form.control}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Section title="Audience" aside={audienceCount(peopleOf(choices, value))}>
          <AudiencePicker
            choices={choices}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            errorMessage={fieldState.error?.message}
          />
          {isOut && <p className="meta">Whoever you add gets the announcement by email when you save.</p>}
        </Section>
      )}
    />
  );
}
