import { Controller } from 'react-hook-form';
import type { ProfileField } from '#contract/profile.ts';
import { FieldRow, FormSection } from '#web/ui/fields/field-row.tsx';
import { FieldInput } from './field-input.tsx';
import type { ProfileControl } from './use-profile-form.ts';

interface ProfileInputsProps {
  readonly fields: readonly ProfileField[];
  readonly control: ProfileControl;
}

/** The inputs of a list of fields: short ones side by side, long ones over the whole width. */
export function ProfileInputs({ fields, control }: ProfileInputsProps) {
  return (
    <FormSection>
      {rowsOf(fields).map((row) => (
        <FieldRow key={row[0]?.id} wide>
          {row.map((field) => (
            <Controller
              key={field.id}
              control={control}
              name={`values.${field.id}`}
              render={({ field: { ref, name: _, ...bound }, fieldState: { error } }) => (
                <FieldInput
                  field={field}
                  {...bound}
                  value={bound.value ?? ''}
                  ref={ref}
                  {...(error?.message === undefined ? {} : { errorMessage: error.message })}
                />
              )}
            />
          ))}
        </FieldRow>
      ))}
    </FormSection>
  );
}

/** Two short fields to a row; a long one has a row to itself. */
function rowsOf(fields: readonly ProfileField[]): readonly (readonly ProfileField[])[] {
  const rows: ProfileField[][] = [];
  let open: ProfileField[] | null = null;
  for (const field of fields) {
    const isLong = field.kind === 'long-text' || field.kind === 'address';
    if (open !== null && !isLong) {
      open.push(field);
      open = null;
      continue;
    }
    const row = [field];
    rows.push(row);
    open = isLong ? null : row;
  }
  return rows;
}
