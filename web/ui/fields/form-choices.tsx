import type { FieldValues } from 'react-hook-form';
import { Segmented, type SegmentedProps } from '#web/ui/actions/segmented.tsx';
import { type FormControlProps, FormField } from './form-field.tsx';
import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
import { Select, type SelectProps } from './select.tsx';
import { Switch, type SwitchProps } from './switch.tsx';

export function FormSelect<Values extends FieldValues, Value extends string>({
  form,
  name,
  ...rest
}: FormControlProps<SelectProps<Value>, Values, Value>) {
  return (
    <FormField form={form} name={name}>
      {(field) => <Select {...rest} {...field} />}
    </FormField>
  );
}

export function FormRadioGroup<Values extends FieldValues, Value extends string>({
  form,
  name,
  ...rest
}: FormControlProps<RadioGroupProps<Value>, Values, Value>) {
  return (
    <FormField form={form} name={name}>
      {(field) => <RadioGroup {...rest} {...field} />}
    </FormField>
  );
}

export function FormSwitch<Values extends FieldValues>({
  form,
  name,
  ...rest
}: FormControlProps<SwitchProps, Values, boolean>) {
  return (
    <FormField form={form} name={name}>
      {({ errorMessage: _, ...field }) => <Switch {...rest} {...field} />}
    </FormField>
  );
}

export function FormSegmented<Values extends FieldValues, Value extends string>({
  form,
  name,
  ...rest
}: FormControlProps<SegmentedProps<Value>, Values, Value>) {
  return (
    <FormField form={form} name={name}>
      {(field) => <Segmented {...rest} {...field} />}
    </FormField>
  );
}
