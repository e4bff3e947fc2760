import type { ProfileField } from '#contract/profile.ts';
import { FieldRow } from '#web/ui/fields/field-row.tsx';
import { FieldInput } from './field-input.tsx';

interface PositionFieldsProps {
  /** Position fields in their order (`profile.fields` with `filled_by: 'admin'`, not retired). */
  readonly fields: readonly ProfileField[];
  /** By field id. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (fieldId: string, value: string) => void;
}

/** Inputs for what a board admin keeps of a person: on New Person and on a person's profile. */
export function PositionFields({ fields, values, errors, onChange }: PositionFieldsProps) {
  return (
    <FieldRow wide>
      {fields.map((field) => (
        <FieldInput
          key={field.id}
          field={field}
          value={values[field.id] ?? ''}
          onChange={(value) => onChange(field.id, value)}
          {...(errors[field.id] === undefined ? {} : { errorMessage: errors[field.id] })}
        />
      ))}
    </FieldRow>
  );
}
