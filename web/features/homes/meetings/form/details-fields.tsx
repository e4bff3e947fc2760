import { Controller } from 'react-hook-form';
import { meetingTypeLabels, meetingTypes } from '#domain/rsvp.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { MeetingEditor } from './use-meeting-editor.ts';

const typeOptions = meetingTypes.map((type) => ({ value: type, label: meetingTypeLabels[type] }));

interface DetailsFieldsProps {
  readonly editor: MeetingEditor;
  /** Of a published meeting the type is changed by rescheduling only. */
  readonly withType: boolean;
}

/** Title, type, place, join link and text. */
export function DetailsFields({ editor, withType }: DetailsFieldsProps) {
  const { control } = editor.form;
  const location = (
    <Controller
      name="location"
      control={control}
      render={({ field, fieldState }) => (
        <TextField label="Location" {...field} errorMessage={fieldState.error?.message} />
      )}
    />
  );
  return (
    <FormSection>
      <Controller
        name="title"
        control={control}
        render={({ field, fieldState }) => (
          <TextField label="Title" variant="title" isRequired {...field} errorMessage={fieldState.error?.message} />
        )}
      />
      {withType ? (
        <FieldRow wide>
          <Controller
            name="type"
            control={control}
            render={({ field }) => (
              <Segmented
                label="Type"
                labelHidden={false}
                block
                options={typeOptions}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
          {location}
        </FieldRow>
      ) : (
        location
      )}
      <Controller
        name="join_url"
        control={control}
        render={({ field, fieldState }) => (
          <TextField
            label="Join link"
            type="url"
            inputMode="url"
            placeholder="https://"
            {...field}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="description"
        control={control}
        render={({ field, fieldState }) => (
          <TextArea label="Description" rows={3} {...field} errorMessage={fieldState.error?.message} />
        )}
      />
    </FormSection>
  );
}
