import { z } from 'zod';
import { validationMessages } from '../domain/messages.ts';

/** Lengths in characters, counts in items. */
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
  agendaItemsMax: 200,
  documentsPerItemMax: 100,
  filenameCharactersMax: 255,
  passwordCharactersMin: 10,
  passwordCharactersMax: 90,
  searchCharactersMax: 200,
  pageSizeMax: 100,
} as const;

export const id = z.uuid();
/** An instant, UTC, ISO 8601. */
export const instant = z.iso.datetime();
/** When something that is planned takes place: within the years that the archive of meetings can show. */
export const plannedInstant = instant.refine(
  (text) => /^(19[7-9]\d|20\d\d|21\d\d)-/.test(text),
  validationMessages.meetingDateMissing,
);
export const hexColor = z.string().regex(/^#[0-9a-f]{6}$/);

/** The one character that PostgreSQL cannot store; nobody types it. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** Trimmed text that must not be empty; `max` in characters. */
export const requiredText = (max: number) =>
  z
    .string(validationMessages.required)
    .overwrite(withoutNul)
    .trim()
    .min(1, validationMessages.required)
    .max(max, validationMessages.maxLength(max));

export const optionalText = (max: number) =>
  z.string().overwrite(withoutNul).trim().max(max, validationMessages.maxLength(max));

/** An address to sign in with, as it was typed; whether it is one is not told. */
export const typedEmail = z.string().overwrite(withoutNul).trim().max(limits.emailCharactersMax);

export const email = z
  .string(validationMessages.required)
  .trim()
  .min(1, validationMessages.required)
  .max(limits.emailCharactersMax, validationMessages.maxLength(limits.emailCharactersMax))
  .pipe(z.email(validationMessages.email));

/** A new password: 10 to 90 characters (specification, sections 5 and 9). */
export const newPassword = z
  .string(validationMessages.required)
  .min(limits.passwordCharactersMin, validationMessages.newPasswordTooShort)
  .max(limits.passwordCharactersMax, validationMessages.passwordTooLong);

export const idParams = z.strictObject({ id });
/** What an action answers that has nothing to tell. */
export const nothing = z.strictObject({});
