import { meetingTypeLabels, meetingTypes } from '#domain/rsvp.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import type { MeetingEditor } from './use-meeting-editor.ts';

export const meetingTypeOptions = meetingTypes.map((type) => ({ value: type, label: meetingTypeLabels[type] }));

interface DetailsFieldsProps {
  readonly editor: MeetingEditor;
  /** False for a published meeting, whose type changes only by rescheduling. */
  readonly withType: boolean;
}

export function DetailsFields({ editor: { form }, withType }: DetailsFieldsProps) {
  const location = <FormText form={form} name="location" label="Location" />;
  return (
    <FormSection>
      <FormText form={form} name="title" label="Title" variant="title" isRequired />
      {withType ? (
        <FieldRow wide>
          <FormField form={form} name="type">
            {({ value, onChange }) => (
              <Segmented
                label="Type"
                labelHidden={false}
                block
                options={meetingTypeOptions}
                value={value}
                onChange={onChange}
              />
            )}
          </FormField>
          {location}
        </FieldRow>
      ) : (
        location
      )}
      <FormText form={form} name="join_url" label="Join link" type="url" inputMode="url" placeholder="https://" />
      <FormField form={form} name="description">
        {(field) => <TextArea label="Description" rows={3} {...field} />}
      </FormField>
    </FormSection>
  );
}
