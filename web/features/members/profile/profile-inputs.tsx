import type { Ref } from 'react';
import type { ProfileField } from '#contract/profile.ts';
import { valueCharactersMax } from '#domain/profile-fields.ts';
import { characterCount } from '#domain/validation.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { ProfileForm } from './use-profile-form.ts';

interface ProfileInputsProps {
  readonly fields: readonly ProfileField[];
  readonly form: ProfileForm;
}

export function ProfileInputs({ fields, form }: ProfileInputsProps) {
  return (
    <FormSection>
      {rowsOf(fields).map((row) => (
        <FieldRow key={row[0]?.id} wide>
          {row.map((field) => (
            <FormField key={field.id} form={form} name={`values.${field.id}`}>
              {({ name: _, value, ...bound }) => <FieldInput field={field} value={value ?? ''} {...bound} />}
            </FormField>
          ))}
        </FieldRow>
      ))}
    </FormSection>
  );
}

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

interface FieldInputProps {
  readonly field: ProfileField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly errorMessage: string | undefined;
  readonly ref: Ref<{ focus(): void }>;
}

const inputTypes = { text: 'text', email: 'email', phone: 'tel', url: 'url' } as const;

export function FieldInput({ field, ref, ...bound }: FieldInputProps) {
  const notes = [...(field.required ? [] : ['Optional']), ...(field.visibility === 'admins' ? ['Admins only'] : [])];
  const common = {
    ...bound,
    label: field.name,
    isRequired: field.required,
    labelNote: notes.length === 0 ? undefined : notes.join(', '),
  };
  switch (field.kind) {
    case 'long-text':
      return (
        <TextArea
          {...common}
          ref={ref as Ref<HTMLTextAreaElement>}
          description={`${characterCount(bound.value)} of ${valueCharactersMax['long-text']} characters`}
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

interface ChoiceInputProps extends FieldInputProps {
  readonly label: string;
  readonly isRequired: boolean;
}

function ChoiceInput({ field, value, onChange, ref, ...rest }: ChoiceInputProps) {
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
