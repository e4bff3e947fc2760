import { meetingTypeLabels, meetingTypes } from '#domain/rsvp.ts';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormSegmented } from '#web/ui/fields/form-choices.tsx';
import { FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import type { MeetingEditor } from './use-meeting-editor.ts';

export const meetingTypeOptions = meetingTypes.map((type) => ({ value: type, label: meetingTypeLabels[type] }));

interface DetailsFieldsProps {
  readonly editor: MeetingEditor;
  readonly withType: boolean;
}

export function DetailsFields({ editor: { form }, withType }: DetailsFieldsProps) {
  const location = <FormText form={form} name="location" label="Location" />;
  return (
    <FormSection>
      <FormText form={form} name="title" label="Title" variant="title" isRequired />
      {withType ? (
        <FieldRow wide>
          <FormSegmented form={form} name="type" label="Type" labelHidden={false} block options={meetingTypeOptions} />
          {location}
        </FieldRow>
      ) : (
        location
      )}
      <FormText form={form} name="join_url" label="Join link" type="url" inputMode="url" placeholder="https://" />
      <FormTextArea form={form} name="description" label="Description" rows={3} />
    </FormSection>
  );
}
