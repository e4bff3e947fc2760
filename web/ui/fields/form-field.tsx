import type { ComponentType, ReactNode } from 'react';
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

type TextControl<Props> = <Values extends FieldValues>(
  props: FormControlProps<Props, Values, string | undefined>,
) => ReactNode;

/** Returns a component that binds a kit field to a form. Its type is declared where it is exported. */
export function boundTo(field: ComponentType<never>) {
  const Field = field as ComponentType<object>;
  // biome-ignore lint/suspicious/noExplicitAny: the declared types say which forms and names there are
  return ({ form, name, ...rest }: { readonly form: any; readonly name: any }) => (
    <FormField form={form} name={name}>
      {(bound) => <Field {...rest} {...bound} />}
    </FormField>
  );
}

export const FormText: TextControl<TextFieldProps> = boundTo(TextField);
export const FormTextArea: TextControl<TextAreaProps> = boundTo((props: TextAreaProps) => (
  <TextArea {...props} value={props.value ?? ''} />
));
export const FormPassword: TextControl<PasswordFieldProps> = boundTo(PasswordField);
