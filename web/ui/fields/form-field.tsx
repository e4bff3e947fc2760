import type { ReactNode } from 'react';
import {
  type Control,
  Controller,
  type ControllerRenderProps,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';
import { TextArea, type TextAreaProps } from './text-area.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface FormOf<Values extends FieldValues> {
  // biome-ignore lint/suspicious/noExplicitAny: what a form's values become once checked is no matter here
  readonly control: Control<Values, any, any>;
}

type BoundField<Values extends FieldValues, Name extends FieldPath<Values>> = Omit<
  ControllerRenderProps<Values, Name>,
  'disabled'
> & { readonly errorMessage: string | undefined };

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> {
  readonly form: FormOf<Values>;
  readonly name: Name;
  readonly children: (field: BoundField<Values, Name>) => ReactNode;
}

/** Example: `<FormField form={form} name="notes">{(field) => <TextArea label="Notes" {...field} />}</FormField>` */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>(
  props: FormFieldProps<Values, Name>,
) {
  return (
    <Controller
      control={props.form.control}
      name={props.name}
      render={({ field: { disabled: _, ...field }, fieldState }) => (
        <>{props.children({ ...field, errorMessage: fieldState.error?.message })}</>
      )}
    />
  );
}

type Bound = 'form' | 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'errorMessage';

export type FormControlProps<Props, Values extends FieldValues, Value> = Omit<Props, Bound> & {
  readonly form: FormOf<Values>;
  readonly name: FieldPathByValue<Values, Value>;
};

type FormTextProps<Props, Values extends FieldValues> = FormControlProps<Props, Values, string | undefined>;

export function FormText<Values extends FieldValues>({ form, name, ...rest }: FormTextProps<TextFieldProps, Values>) {
  return (
    <FormField form={form} name={name}>
      {(field) => <TextField {...rest} {...field} />}
    </FormField>
  );
}

export function FormTextArea<Values extends FieldValues>({
  form,
  name,
  ...rest
}: FormTextProps<TextAreaProps, Values>) {
  return (
    <FormField form={form} name={name}>
      {(field) => <TextArea {...rest} {...field} value={field.value ?? ''} />}
    </FormField>
  );
}

export function FormPassword<Values extends FieldValues>({
  form,
  name,
  ...rest
}: FormTextProps<PasswordFieldProps, Values>) {
  return (
    <FormField form={form} name={name}>
      {(field) => <PasswordField {...rest} {...field} />}
    </FormField>
  );
}
