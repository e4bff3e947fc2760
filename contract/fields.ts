import { z } from 'zod';
import { isLocalDate } from '#domain/days.ts';
import { instantOfZonedText } from '#domain/local-time.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { newAccountPasswordError, passwordError } from '#domain/password-rules.ts';
import { inOneLine } from '#domain/text.ts';
import { type FieldError, isBlank, isEmail, meetingInstantError, storedEmail } from '#domain/validation.ts';

type Issue = z.core.$ZodRawIssue;

function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue);
    case 'invalid_value':
    case 'invalid_union':
      return isEmpty(issue.input) ? validationMessages.required : validationMessages.notOffered;
    case 'too_small':
      return sizeSentence(issue.origin, Number(issue.minimum), 'least');
    case 'too_big':
      return sizeSentence(issue.origin, Number(issue.maximum), 'most');
    case 'invalid_format':
      return formatSentence(issue);
    case 'unrecognized_keys':
      return validationMessages.unknownField;
    default:
      return validationMessages.invalid;
  }
}

const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === '';

function typeSentence(issue: Extract<Issue, { code: 'invalid_type' }>): string {
  if (isEmpty(issue.input)) return validationMessages.required;
  switch (issue.expected) {
    case 'string':
    case 'array':
    case 'object':
    case 'record':
      return validationMessages.required;
    case 'int':
      return validationMessages.wholeNumber;
    case 'number':
      return validationMessages.number;
    default:
      return validationMessages.invalid;
  }
}

function sizeSentence(origin: string, limit: number, side: 'least' | 'most'): string {
  switch (origin) {
    case 'string':
      if (side === 'most') return validationMessages.maxLength(limit);
      return limit === 1 ? validationMessages.required : validationMessages.minLength(limit);
    case 'array':
      if (side === 'most') return validationMessages.maxItems(limit);
      return limit === 1 ? validationMessages.required : validationMessages.minItems(limit);
    default:
      return side === 'most' ? validationMessages.max(limit) : validationMessages.min(limit);
  }
}

function formatSentence(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (isEmpty(issue.input)) return validationMessages.required;
  switch (issue.format) {
    case 'email':
      return validationMessages.email;
    case 'url':
      return validationMessages.url;
    case 'date':
    case 'datetime':
      return validationMessages.notADate;
    default:
      return validationMessages.invalid;
  }
}

z.config({ customError: sentenceOf });

/** Values without a unit in their name are numbers of items. */
export const limits = {
  nameCharactersMax: 100,
  emailCharactersMax: 254,
  titleCharactersMax: 200,
  boardTitleCharactersMax: 120,
  locationCharactersMax: 300,
  urlCharactersMax: 2000,
  descriptionCharactersMax: 10_000,
  presenterCharactersMax: 200,
  itemMinutesMax: 1440,
  /** One week, in minutes. */
  meetingMinutesMax: 10_080,
  guestCharactersMax: 200,
  guestsMax: 200,
  agendaItemsMax: 200,
  documentsPerItemMax: 100,
  filenameCharactersMax: 255,
  searchCharactersMax: 200,
  categoryDescriptionCharactersMax: 300,
  documentsPerFolderMax: 20_000,
  libraryItemsMax: 500,
  libraryFoldersMax: 2_000,
  pageSizeMax: 100,
} as const;

export const id = z.uuid();
export const day = z.string().refine(isLocalDate, {
  error: ({ input }) => (input === '' ? validationMessages.required : validationMessages.notADate),
});
export const idList = (max: number) =>
  z
    .string()
    .default('')
    .transform((text) => (text === '' ? [] : text.split(',')))
    .pipe(z.array(id).max(max));
export const revision = z.int32().min(1);
export const revisionInQuery = z.coerce.number().pipe(revision);
/** A UTC time in ISO 8601, for years 1 to 9999. Calendars and the database have no year 0. */
export const instant = z.iso.datetime().refine((text) => !text.startsWith('0000-'));
const isPlannable = (text: string): boolean => /^(19[7-9]\d|20\d\d|21\d\d)-/.test(text);
/**
 * Accepts an instant or a string such as `2026-11-19T09:30[America/Halifax]`, because the browser's rules for the zone
 * may be outdated.
 */
const orZoned = <S extends z.ZodType<string, string>>(of: S, params: Parameters<typeof z.string>[0] = {}) =>
  z.string(params).overwrite(instantOfZonedText).pipe(of).meta({ format: 'date-time' });
export const enteredInstant = orZoned(instant);
export const plannedInstant = orZoned(z.iso.datetime().refine(isPlannable, validationMessages.dateOutOfRange));
const asMeeting = { error: ({ input }: { readonly input?: unknown }) => meetingInstantError(input) };
export const meetingInstant = orZoned(
  z.iso.datetime(asMeeting).refine(isPlannable, validationMessages.dateOutOfRange),
  asMeeting,
);
export const hexColor = z.string().regex(/^#[0-9a-f]{6}$/);

/** Rejects text without visible characters. `min` only documents the limit in OpenAPI. */
const required = (text: z.ZodString) =>
  text
    .trim()
    .min(1)
    .refine((given) => !isBlank(given), validationMessages.required);

export const oneLine = (text: z.ZodString) => text.overwrite(inOneLine);

export const requiredText = (max: number) => required(oneLine(z.string())).max(max);

export const optionalText = (max: number) => oneLine(z.string()).trim().max(max);

export const requiredLines = (max: number) => required(z.string()).max(max);

export const optionalLines = (max: number) => z.string().trim().max(max);

const personName = optionalText(limits.nameCharactersMax).overwrite((text) => (isBlank(text) ? '' : text));
export const personNames = { first_name: personName, last_name: personName };

export const withName = <S extends z.ZodObject>(body: S): S =>
  body.refine((given) => given?.first_name !== '' || given.last_name !== '', {
    path: ['first_name'],
    message: validationMessages.nameMissing,
    // Runs even if another field has an error, so that a form shows all errors at once.
    when: () => true,
  });

/** Allows invalid addresses, because sign-in must reject them like unknown ones. */
export const typedEmail = z.string().overwrite(storedEmail).max(limits.emailCharactersMax);

export const email = typedEmail
  .min(1)
  .refine((text) => text === '' || isEmail(text), { message: validationMessages.email })
  .meta({ format: 'email' });

const passwordBy = (errorOf: (password: string) => FieldError) =>
  z.string().superRefine((password, context) => {
    const message = errorOf(password);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

export const newPassword = passwordBy(newAccountPasswordError);

export const changedPassword = passwordBy(passwordError);

export const idParams = z.strictObject({ id });
export const uidParams = z.strictObject({ uid: z.string().min(10).max(100) });
export const emptyObject = z.strictObject({});
export const rights = <Name extends string>(...names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<Name, z.ZodBoolean>);

export const recordFormat = z.enum(['pdf', 'docx']).default('pdf');
