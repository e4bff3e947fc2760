import type { Ref } from 'react';
import type { ProfileField } from '#contract/profile.ts';
import { valueCharactersMax } from '#domain/profile-fields.ts';
import { characterCount } from '#domain/validation.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

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
