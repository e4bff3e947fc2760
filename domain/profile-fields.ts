import { formatLongDay } from './dates.ts';
import { isLocalDate } from './days.ts';
import { validationMessages } from './messages/general.ts';
import { profileMessages } from './messages/people.ts';
import {
  duplicateErrors,
  emailCharactersMax,
  emailError,
  type FieldError,
  firstError,
  isBlank,
  maxLengthError,
  requiredError,
} from './validation.ts';
import { urlCharactersMax, urlError } from './web-address.ts';

export const fieldKinds = ['text', 'long-text', 'email', 'phone', 'url', 'date', 'choice', 'address'] as const;
export type FieldKind = (typeof fieldKinds)[number];

export const fieldFillers = ['member', 'admin'] as const;
export type FieldFiller = (typeof fieldFillers)[number];

export const fieldVisibilities = ['everyone', 'admins'] as const;
export type FieldVisibility = (typeof fieldVisibilities)[number];

export const profileLimits = {
  fieldsMax: 60,
  fieldNameCharactersMax: 100,
  optionsMax: 50,
  optionCharactersMax: 100,
} as const;

export const valueCharactersMax: Readonly<Record<FieldKind, number>> = {
  text: 200,
  'long-text': 2000,
  email: emailCharactersMax,
  phone: 40,
  url: urlCharactersMax,
  date: 10,
  choice: profileLimits.optionCharactersMax,
  address: 500,
};

export interface FieldRules {
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly options: readonly string[];
}

/** Removes NUL, which PostgreSQL cannot store. */
export function cleanValue(value: string): string {
  return isBlank(value) ? '' : value.replaceAll('\0', '').replace(/\r\n?/g, '\n').trim();
}

/** `kept` is the stored value, which stays valid even if its option was removed. */
export function profileValueError(field: FieldRules, typed: string, kept = ''): FieldError {
  const value = cleanValue(typed);
  if (value === '') return field.required ? validationMessages.required : null;
  if (value === kept) return null;
  return maxLengthError(value, valueCharactersMax[field.kind]) ?? kindError(field, value);
}

function kindError(field: FieldRules, value: string): FieldError {
  switch (field.kind) {
    case 'email':
      return emailError(value);
    case 'url':
      return urlError(value);
    case 'phone':
      return isPhone(value) ? null : profileMessages.phone;
    case 'date':
      return isLocalDate(value) ? null : validationMessages.notADate;
    case 'choice':
      return field.options.includes(value) ? null : validationMessages.notOffered;
    case 'text':
    case 'long-text':
    case 'address':
      return null;
  }
}

export function isPhone(text: string): boolean {
  const [, number = ''] = /^([+\d\s().,/-]*?)(?:(?:ext\.?|x|#)\s*\d+)?$/i.exec(text) ?? [];
  return number.replace(/\D/g, '').length >= 3;
}

export const calendarDateText = (value: string): string => (isLocalDate(value) ? formatLongDay(value) : value);

export function telephoneAddress(value: string): string | null {
  const number = value.replace(/[^\d+]/g, '');
  return /^\+?\d{3,}$/.test(number) ? `tel:${number}` : null;
}

export interface FieldDraft {
  readonly name: string;
  readonly kind: FieldKind;
  readonly options: readonly string[];
}

export function fieldListErrors(
  fields: readonly FieldDraft[],
  besides: readonly string[] = [],
): Readonly<Record<string, string>> {
  const repeated = duplicateErrors([...besides, ...fields.map((field) => field.name)]).slice(besides.length);
  const errors: Record<string, string> = {};
  fields.forEach((field, index) => {
    const name = firstError(
      requiredError(field.name),
      maxLengthError(field.name.trim(), profileLimits.fieldNameCharactersMax),
      repeated[index] ?? null,
    );
    if (name !== null) errors[`${index}.name`] = name;
    const options = field.kind === 'choice' ? optionsError(field.options) : null;
    if (options !== null) errors[`${index}.options`] = options;
  });
  return errors;
}

function optionsError(options: readonly string[]): FieldError {
  if (options.length === 0) return profileMessages.noOptions;
  if (options.length > profileLimits.optionsMax) return profileMessages.tooManyOptions(profileLimits.optionsMax);
  return firstError(
    ...options.map((option) => maxLengthError(option, profileLimits.optionCharactersMax)),
    ...duplicateErrors(options),
  );
}

export function tidyOptions(options: readonly string[]): string[] {
  return options.map((option) => option.trim()).filter((option) => !isBlank(option));
}
