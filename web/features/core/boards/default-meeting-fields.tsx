import { type Control, Controller } from 'react-hook-form';
import { meetingTypeLabels } from '#domain/meeting-place.ts';
import { meetingTypes } from '#domain/rsvp.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-row.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { ReminderTimes } from './reminder-times.tsx';
import type { SetupForm } from './setup-form.ts';

const typeOptions = meetingTypes.map((type) => ({ value: type, label: meetingTypeLabels[type] }));

/** What a new meeting begins with, and when members are reminded of one. */
export function DefaultMeetingFields({ control }: { readonly control: Control<SetupForm> }) {
  return (
    <>
      <Section title="Default meeting" aside="New meetings begin with it">
        <FormSection>
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
            <Controller
              name="length_minutes"
              control={control}
              render={({ field, fieldState }) => (
                <TextField
                  label="Length in minutes"
                  inputMode="numeric"
                  {...field}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
          </FieldRow>
          <Controller
            name="location"
            control={control}
            render={({ field, fieldState }) => (
              <TextField label="Location" {...field} errorMessage={fieldState.error?.message} />
            )}
          />
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
            name="agenda"
            control={control}
            render={({ field, fieldState }) => (
              <TextArea
                label="Agenda"
                rows={6}
                description="One item a line. Two blanks in front make a sub-item; minutes stand at the end, like Welcome (5 min)."
                {...field}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
        </FormSection>
      </Section>
      <Section title="Reminders" aside="To those who have not replied">
        <Controller
          name="reminder_minutes"
          control={control}
          render={({ field, fieldState }) => (
            <ReminderTimes value={field.value} onChange={field.onChange} errorMessage={fieldState.error?.message} />
          )}
        />
      </Section>
    </>
  );
}
