import { type Control, Controller } from 'react-hook-form';
import type { BoardSetup } from '#contract/boards.ts';
import { FieldRow, FormSection } from '#web/ui/fields/field-row.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { LogoField } from './logo-field.tsx';
import type { SetupForm } from './setup-form.ts';
import { TimeZoneField } from './time-zone-field.tsx';

interface BoardFieldsProps {
  readonly setup: BoardSetup;
  readonly control: Control<SetupForm>;
}

/** Name, logo, time zone, and who sees the directory. */
export function BoardFields({ setup, control }: BoardFieldsProps) {
  return (
    <>
      <Section title="Board">
        <FormSection>
          <FieldRow wide>
            <Controller
              name="title"
              control={control}
              render={({ field, fieldState }) => (
                <TextField label="Title" isRequired {...field} errorMessage={fieldState.error?.message} />
              )}
            />
            <Controller
              name="shortname"
              control={control}
              render={({ field, fieldState }) => (
                <TextField
                  label="Short name"
                  isRequired
                  description="Used in addresses. The old one keeps working."
                  {...field}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
          </FieldRow>
          <LogoField setup={setup} />
        </FormSection>
      </Section>
      <Section title="Time and people">
        <FormSection>
          <Controller
            name="time_zone"
            control={control}
            render={({ field, fieldState }) => (
              <TimeZoneField
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                name={field.name}
                description="Every date of the board is shown in it. Meetings keep their moment."
                errorMessage={fieldState.error?.message}
              />
            )}
          />
          <Controller
            name="people_hidden"
            control={control}
            render={({ field }) => (
              <Switch
                label="Hide people from members"
                description="The directory moves under Admin. Only board admins can open it."
                {...field}
              />
            )}
          />
        </FormSection>
      </Section>
    </>
  );
}
