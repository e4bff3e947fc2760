import type { Ref } from 'react';
import { Controller } from 'react-hook-form';
import type { ProfileField } from '#contract/profile.ts';
import { valueCharactersMax } from '#domain/profile-fields.ts';
import { characterCount } from '#domain/validation.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { ProfileControl } from './use-profile-form.ts';

interface FieldInputProps {
  readonly field: ProfileField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly errorMessage?: string | undefined;
  /** Marks what nobody but the admins will read; left out where everything is theirs. */
  readonly withMark?: boolean | undefined;
  readonly ref?: Ref<{ focus(): void }> | undefined;
}

const inputTypes = { text: 'text', email: 'email', phone: 'tel', url: 'url' } as const;

/** The input of a profile or position field, as its kind wants it. */
export function FieldInput({ field, value, onChange, onBlur, errorMessage, withMark = true, ref }: FieldInputProps) {
  const notes = [
    ...(field.required ? [] : ['Optional']),
    ...(withMark && field.visibility === 'admins' ? ['Admins only'] : []),
  ];
  const common = {
    label: field.name,
    value,
    onChange,
    isRequired: field.required,
    ...(notes.length === 0 ? {} : { labelNote: notes.join(', ') }),
    ...(onBlur ? { onBlur } : {}),
    ...(errorMessage === undefined ? {} : { errorMessage }),
  };
  switch (field.kind) {
    case 'long-text':
      return (
        <TextArea
          {...common}
          ref={ref as Ref<HTMLTextAreaElement>}
          description={`${characterCount(value)} of ${valueCharactersMax['long-text']} characters`}
        />
      );
    case 'address':
      return <TextArea {...common} ref={ref as Ref<HTMLTextAreaElement>} />;
    case 'date':
      return <DateField {...common} ref={ref as Ref<{ focus(): void }>} />;
    case 'choice':
      return <ChoiceInput {...common} field={field} ref={ref} />;
    default:
      return (
        <TextField {...common} type={inputTypes[field.kind]} autoComplete="off" ref={ref as Ref<HTMLInputElement>} />
      );
  }
}

const none = 'none';

/** The options; what somebody chose that is no longer offered stays among them, and none where that is allowed. */
function ChoiceInput({
  field,
  value,
  onChange,
  ref,
  ...rest
}: Pick<FieldInputProps, 'field' | 'value' | 'onChange' | 'ref' | 'errorMessage' | 'onBlur'> & {
  readonly label: string;
  readonly isRequired: boolean;
}) {
  const offered = value === '' || field.options.includes(value) ? field.options : [...field.options, value];
  const options = offered.map((option, index) => ({ value: `option-${index}`, label: option }));
  const chosen = offered.indexOf(value);
  return (
    <Select
      {...rest}
      options={field.required ? options : [{ value: none, label: 'None' }, ...options]}
      value={chosen < 0 ? (field.required ? null : none) : `option-${chosen}`}
      onChange={(key) => onChange(key === none ? '' : (offered[Number(key.replace('option-', ''))] ?? ''))}
      placeholder="Choose"
      ref={ref as Ref<HTMLButtonElement>}
    />
  );
}

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
