import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx';

type FormTextProps<Fields extends FieldValues> = Pick<
  TextFieldProps,
  'label' | 'description' | 'isRequired' | 'type'
> & {
  readonly control: Control<Fields>;
  readonly name: FieldPathByValue<Fields, string>;
};

/** A text of a form, with what is wrong with it. */
export function FormText<Fields extends FieldValues>({ control, name, ...rest }: FormTextProps<Fields>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => <TextField {...rest} {...field} errorMessage={fieldState.error?.message} />}
    />
  );
}
