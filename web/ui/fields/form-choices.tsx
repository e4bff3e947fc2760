import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Segmented, type SegmentedProps } from '#web/ui/actions/segmented.tsx';
import { boundTo, type FormControlProps } from './form-field.tsx';
import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
import { Select, type SelectProps } from './select.tsx';
import { Switch, type SwitchProps } from './switch.tsx';

export const FormSelect: <Values extends FieldValues, Value extends string>(
  props: FormControlProps<SelectProps<Value>, Values, Value>,
) => ReactNode = boundTo(Select);

export const FormRadioGroup: <Values extends FieldValues, Value extends string>(
  props: FormControlProps<RadioGroupProps<Value>, Values, Value>,
) => ReactNode = boundTo(RadioGroup);

export const FormSwitch: <Values extends FieldValues>(
  props: FormControlProps<SwitchProps, Values, boolean>,
) => ReactNode = boundTo(Switch);

export const FormSegmented: <Values extends FieldValues, Value extends string>(
  props: FormControlProps<SegmentedProps<Value>, Values, Value>,
) => ReactNode = boundTo(Segmented);
