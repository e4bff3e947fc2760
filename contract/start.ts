import { z } from 'zod';
import { firstDays, papersOnDevices, watermarks } from '#domain/board-settings.ts';
import { dateStyles } from '#domain/dates.ts';
import { viewerEngines } from '#domain/documents.ts';
import { endpoint } from './endpoint.ts';
import { hexColor, id } from './fields.ts';
import { documentFace, documentHome } from './summaries.ts';

export const howDatesAre = { date_style: z.enum(dateStyles), first_day: z.enum(firstDays) };

export const watermark = z.enum(watermarks);

export const board = z.strictObject({
  board_info: z.strictObject({ board_id: id }),
  title: z.string(),
  shortname: z.string(),
  logo_url: z.string().nullable(),
  primary_color: hexColor,
  time_zone: z.string(),
  ...howDatesAre,
  people_hidden: z.boolean(),
  papers_on_devices: z.enum(papersOnDevices),
  watermark,
  suspended: z.boolean(),
  two_factor_missing: z.boolean(),
  opens_by: z.strictObject({ id, name: z.string() }).nullable(),
  baseUrl: z.string(),
  groups: z.array(z.strictObject({ id, name: z.string() })),
});
export type Board = z.output<typeof board>;

export const boardFace = z.strictObject({
  title: z.string(),
  logo_url: z.string().nullable(),
  primary_color: hexColor,
});
export type BoardFace = z.output<typeof boardFace>;

export const theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.output<typeof theme>;

export const viewerSize = z.enum(['normal', 'maximized']);
export type ViewerSize = z.output<typeof viewerSize>;

export const user = z.strictObject({
  id,
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  email: z.string(),
  slug: z.string().nullable(),
  img_url: z.string().nullable(),
  theme,
  viewer_size: viewerSize,
  is_site_admin: z.boolean(),
  boardInfo: z
    .strictObject({ member_id: id, is_board_admin: z.boolean(), status: z.enum(['active', 'invited', 'inactive']) })
    .nullable(),
  office: z.string().nullable(),
  boardMemberStatus: z.enum(['active', 'invited', 'inactive']).nullable(),
  groupMemberships: z.array(z.strictObject({ id, group_info: z.strictObject({ is_group_admin: z.boolean() }) })),
});
export type User = z.output<typeof user>;

/** Sizes in bytes, times in minutes. */
export const settings = z.strictObject({
  app_name: z.string(),
  version: z.string(),
  upload_types: z.array(z.string()),
  upload_bytes_max: z.number().int(),
  attendance_opens_minutes_before: z.number().int(),
  edits_close_minutes_after: z.number().int(),
  viewer_engine: z.enum(viewerEngines),
  viewer_license: z.string().nullable(),
  calendar_subscription_url: z.string().nullable(),
  password_reset_url: z.string(),
  terms_url: z.string(),
  privacy_url: z.string(),
  plans_url: z.string().nullable(),
  contact_url: z.string().nullable(),
  help_url: z.string(),
  support_chat: z.boolean(),
  demo: z.boolean(),
});
export type Settings = z.output<typeof settings>;

export const recentDocument = z.strictObject({
  ...documentFace,
  home: documentHome,
});
export type RecentDocument = z.output<typeof recentDocument>;

export const zoneRules = z.strictObject({
  name: z.string(),
  since: z.array(z.number().int()),
  offsets: z.array(z.number().int()),
});

export const start = z.strictObject({
  settings,
  user: user.nullable(),
  boards: z.array(board),
  current_board_id: id.nullable(),
  /** Rules for the time zones of the user's boards, because the browser's own rules may be outdated. */
  zone_rules: z.array(zoneRules),
  face: boardFace
    .extend({ provider: z.strictObject({ id, name: z.string(), is_required: z.boolean() }).nullable() })
    .nullable(),
  magic_item: z.strictObject({ magicUid: z.string() }).nullable(),
  recent_documents: z.array(recentDocument),
});
export type Start = z.output<typeof start>;

export const getStart = endpoint({
  name: 'start.get',
  summary: 'Settings, user, boards and current board',
  route: 'GET /ajax/start',
  access: 'public',
  query: z.strictObject({ board: z.string().max(63).optional() }),
  answer: start,
});
