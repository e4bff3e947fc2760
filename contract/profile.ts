import { z } from 'zod';
import { fieldFillers, fieldKinds, fieldVisibilities, profileLimits } from '#domain/profile-fields.ts';
import { endpoint, longBodyBytesMax } from './endpoint.ts';
import { email, id, limits, oneLine, personNames, rights, withName } from './fields.ts';

export const profileField = z.strictObject({
  id,
  filled_by: z.enum(fieldFillers),
  name: z.string(),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  visibility: z.enum(fieldVisibilities),
  options: z.array(z.string()),
});
export type ProfileField = z.output<typeof profileField>;

export const profileValue = profileField
  .omit({ id: true, required: true, options: true })
  .extend({ field_id: id, value: z.string() });
export type ProfileValue = z.output<typeof profileValue>;

export const keptField = profileField.extend({
  is_retired: z.boolean(),
  values_count: z.number().int(),
});
export type KeptField = z.output<typeof keptField>;

const keptFields = z.strictObject({ fields: z.array(keptField) });

export const listProfileFields = endpoint({
  name: 'profile.fields',
  summary: 'Profile fields and position fields in their order, the retired last; for board admins',
  route: 'GET /ajax/profile-fields',
  access: 'board-admin',
  answer: keptFields,
});

/** Keyed by field id. An empty value clears the field, and an omitted field stays unchanged. */
export const fieldValues = z.record(id, z.string().max(limits.descriptionCharactersMax));

const savedField = profileField.omit({ id: true, filled_by: true }).extend({
  id: id.nullable(),
  name: oneLine(z.string()).max(limits.titleCharactersMax),
  options: z.array(oneLine(z.string()).max(limits.titleCharactersMax)).max(2 * profileLimits.optionsMax),
});
export type SavedField = z.output<typeof savedField>;
const savedFields = z.array(savedField).max(2 * profileLimits.fieldsMax);

/** UTF-8 takes up to four bytes per character, and JSON adds quotes and a comma. */
const textBytesMax = (charactersMax: number): number => 4 * charactersMax + 3;
const fieldFrameBytes = 256;
const fieldsBytesMax =
  profileLimits.fieldsMax *
  (fieldFrameBytes +
    textBytesMax(profileLimits.fieldNameCharactersMax) +
    profileLimits.optionsMax * textBytesMax(profileLimits.optionCharactersMax));

export const saveProfileFields = endpoint({
  name: 'profile.saveFields',
  summary: 'Add, change and order fields; a field that is not named stays as it is, after the others',
  route: 'POST /ajax/profile-fields',
  access: 'board-admin',
  bodyBytesMax: fieldsBytesMax,
  body: z.strictObject({
    member: savedFields,
    admin: savedFields,
  }),
  answer: keptFields,
});

export const retireProfileField = endpoint({
  name: 'profile.retireField',
  summary: 'Retire a profile field; its values are kept',
  route: 'POST /ajax/profile-fields/:id/retire',
  access: 'board-admin',
  answer: keptFields,
});

export const restoreProfileField = endpoint({
  name: 'profile.restoreField',
  summary: 'Restore a retired profile field with its values',
  route: 'POST /ajax/profile-fields/:id/restore',
  access: 'board-admin',
  answer: keptFields,
});

export const deleteProfileField = endpoint({
  name: 'profile.deleteField',
  summary: 'Delete a retired profile field with all its values',
  route: 'DELETE /ajax/profile-fields/:id',
  access: 'board-admin',
  answer: keptFields,
});

const slugParams = z.strictObject({ slug: z.string().min(1).max(100) });

export const editedProfile = z.strictObject({
  person: z.strictObject({
    id,
    slug: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    img_url: z.string().nullable(),
    is_self: z.boolean(),
  }),
  fields: z.array(profileField),
  values: z.record(id, z.string()),
  groups: z.array(z.strictObject({ id, name: z.string(), is_group_admin: z.boolean() })),
  /** Names of the people who can change the position. Empty for board admins, who can change it themselves. */
  admins: z.array(z.string()),
  can: rights('edit_position', 'edit_name', 'edit_picture'),
});
export type EditedProfile = z.output<typeof editedProfile>;

export const getProfile = endpoint({
  name: 'profile.get',
  summary: 'A profile to edit: one’s own, or another’s for board admins',
  route: 'GET /ajax/profiles/:slug',
  access: 'member',
  params: slugParams,
  answer: editedProfile,
});

export const saveProfile = endpoint({
  name: 'profile.save',
  summary: 'Save profile fields, position fields (board admins), and the name and email of a pending person',
  route: 'POST /ajax/profiles/:slug',
  access: 'member',
  params: slugParams,
  bodyBytesMax: longBodyBytesMax,
  body: withName(
    z.strictObject({
      values: fieldValues,
      first_name: personNames.first_name.optional(),
      last_name: personNames.last_name.optional(),
      email: email.optional(),
    }),
  ),
  answer: editedProfile,
});

const pixels = z.number().int().min(0).max(100_000);

export const setPicture = endpoint({
  name: 'profile.setPicture',
  summary: 'Make a square of a finished upload the user’s picture; consumes the upload',
  route: 'POST /ajax/profile/picture',
  access: 'member',
  body: z.strictObject({
    upload_id: id,
    /** In pixels, after the picture has been rotated upright. */
    crop: z.strictObject({ left: pixels, top: pixels, side: pixels }),
  }),
  answer: z.strictObject({ img_url: z.string() }),
});

export const removePicture = endpoint({
  name: 'profile.removePicture',
  summary: 'Remove the user’s picture with its files',
  route: 'DELETE /ajax/profile/picture',
  access: 'member',
});

export const openPicture = endpoint({
  name: 'profile.openPicture',
  summary: 'The bytes of a picture, for its user and for people who share a board with them',
  route: 'GET /pictures/:picture',
  access: 'signed-in',
  params: z.strictObject({ picture: z.string().regex(/^[a-z0-9-]{20,100}$/) }),
  query: z.strictObject({ size: z.enum(['small', 'large']).optional() }),
  reply: 'file',
});
