import { z } from 'zod';
import { briefDays, paperSizes, papersOnDevices, reminderLimits, trustDaysMax } from '#domain/board-settings.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { destroyNotesDays } from '#domain/note-destruction.ts';
import { paperLinkChoices } from '#domain/paper-requests.ts';
import { shortnameCharactersMax } from '#domain/shortname.ts';
import { endpoint } from './endpoint.ts';
import { hexColor, id, limits, requiredText, revision, rights } from './fields.ts';
import { howDatesAre, watermark } from './start.ts';

export const magicLinks = z.enum(['full', 'answer', 'off']);

const reminderMinutes = z
  .array(z.number().int().min(reminderLimits.minutesMin).max(reminderLimits.minutesMax))
  .max(reminderLimits.timesMax)
  .refine((minutes) => new Set(minutes).size === minutes.length, validationMessages.duplicate);

const choices = {
  primary_color: hexColor,
  ...howDatesAre,
  paper_size: z.enum(paperSizes),
  people_hidden: z.boolean(),
  magic_links: magicLinks,
  papers_on_devices: z.enum(papersOnDevices),
  watermark,
  paper_links: z.enum(paperLinkChoices),
};

export const boardSetup = z.strictObject({
  ...choices,
  title: z.string(),
  shortname: z.string(),
  logo_url: z.string().nullable(),
  time_zone: z.string(),
  two_factor_required: z.boolean(),
  /** Days for which a trusted device needs no two-factor code. 0 disables this. */
  trust_days: z.number().int(),
  /** Minutes before a meeting's start. */
  reminder_minutes: z.array(z.number().int()),
  /** Days before a meeting. If null, members get no brief. */
  brief_days: z.number().int().nullable(),
  /** Days from the approval of a meeting's minutes until its notes are destroyed; null if they are kept. */
  destroy_notes_days: z.number().int().nullable(),
  revision: z.number().int(),
  baseUrl: z.string(),
  can: rights('require_two_factor'),
});
export type BoardSetup = z.output<typeof boardSetup>;

export const getBoardSetup = endpoint({
  name: 'boards.getSetup',
  summary: 'The board’s setup',
  route: 'GET /ajax/board',
  access: 'board-admin',
  answer: z.strictObject({ setup: boardSetup }),
});

export const saveBoardSetup = endpoint({
  name: 'boards.saveSetup',
  summary: 'Change the board’s setup; fields changed by somebody else since `revision` are returned, not overwritten',
  route: 'POST /ajax/board',
  access: 'board-admin',
  body: z
    .strictObject({
      ...choices,
      title: requiredText(limits.boardTitleCharactersMax),
      shortname: requiredText(shortnameCharactersMax),
      time_zone: requiredText(64),
      trust_days: z.number().int().min(0).max(trustDaysMax),
      reminder_minutes: reminderMinutes,
      brief_days: z.number().int().min(1).max(briefDays.max).nullable(),
      destroy_notes_days: z.literal(destroyNotesDays).nullable(),
    })
    .partial()
    .extend({ revision }),
  answer: z.strictObject({ setup: boardSetup }),
});

export const setLogo = endpoint({
  name: 'boards.setLogo',
  summary: 'Make a finished upload the board’s logo; consumes the upload',
  route: 'POST /ajax/board/logo',
  access: 'board-admin',
  body: z.strictObject({ upload_id: id }),
  answer: z.strictObject({ logo_url: z.string() }),
});

export const removeLogo = endpoint({
  name: 'boards.removeLogo',
  summary: 'Remove the board’s logo with its files',
  route: 'DELETE /ajax/board/logo',
  access: 'board-admin',
});

/** Needs no session, because sign-in pages, invitations and mail show the logo. */
export const openLogo = endpoint({
  name: 'boards.openLogo',
  summary: 'The image file of a logo; `{name}@2x.png` has twice the width and height',
  route: 'GET /conversions/:file',
  access: 'public',
  params: z.strictObject({ file: z.string().max(200) }),
  reply: 'file',
});
