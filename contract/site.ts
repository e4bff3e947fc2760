import { z } from 'zod';
import { shortnameCharactersMax } from '#domain/shortname.ts';
import { endpoint } from './endpoint.ts';
import {
  email,
  emptyObject,
  hexColor,
  id,
  instant,
  limits,
  optionalText,
  personNames,
  requiredText,
  withName,
} from './fields.ts';

export const sitePageSize = 25;

const page = z.coerce.number().int().min(1).max(100_000).optional();
const find = z.string().trim().max(limits.searchCharactersMax).optional();

export const siteBoard = z.strictObject({
  id,
  title: z.string(),
  shortname: z.string(),
  primary_color: hexColor,
  logo_url: z.string().nullable(),
  time_zone: z.string(),
  suspended_at: instant.nullable(),
  created_at: instant,
  plan_note: z.string(),
  active_members: z.number().int(),
  invited_members: z.number().int(),
  has_admin: z.boolean(),
  documents: z.number().int(),
  /** Includes all versions of all documents, even of deleted documents. */
  stored_bytes: z.number().int(),
  meetings: z.number().int(),
  last_active_at: instant.nullable(),
});
export type SiteBoard = z.output<typeof siteBoard>;

export const boardStates = ['all', 'active', 'suspended'] as const;
export const listSiteBoards = endpoint({
  name: 'site.boards',
  summary: 'Boards by title, with figures, twenty-five at a time',
  route: 'GET /ajax/site/boards',
  access: 'site-admin',
  query: z.strictObject({ find, state: z.enum(boardStates).optional(), page }),
  answer: z.strictObject({ boards: z.array(siteBoard), found: z.number().int() }),
});

const admin = {
  ...personNames,
  email,
};
const planNote = optionalText(500);

export const createSiteBoard = endpoint({
  name: 'site.createBoard',
  summary: 'Create a board, and invite its first admin',
  route: 'POST /ajax/site/boards',
  access: 'site-admin',
  body: withName(
    z.strictObject({
      title: requiredText(limits.boardTitleCharactersMax),
      shortname: z.string().trim().max(shortnameCharactersMax),
      time_zone: requiredText(64),
      plan_note: planNote,
      ...admin,
    }),
  ),
  answer: z.strictObject({ id }),
});

export const updateSiteBoard = endpoint({
  name: 'site.updateBoard',
  summary: 'Rename a board, or change the note about its plan',
  route: 'PATCH /ajax/site/boards/:id',
  access: 'site-admin',
  body: z.strictObject({
    title: requiredText(limits.boardTitleCharactersMax).optional(),
    shortname: requiredText(shortnameCharactersMax).optional(),
    plan_note: planNote.optional(),
  }),
});

export const suspendSiteBoard = endpoint({
  name: 'site.suspendBoard',
  summary:
    'Suspend a board: its members see only the suspended page, its links and feeds stop working, and its mail and jobs wait',
  route: 'POST /ajax/site/boards/:id/suspend',
  access: 'site-admin',
  confirmed: true,
});

export const resumeSiteBoard = endpoint({
  name: 'site.resumeBoard',
  summary: 'Resume a suspended board with its waiting mail and jobs',
  route: 'POST /ajax/site/boards/:id/resume',
  access: 'site-admin',
});

export const inviteFirstAdmin = endpoint({
  name: 'site.inviteAdmin',
  summary: 'Name an admin of a board without an active one: invite a person, or make an active member admin',
  route: 'POST /ajax/site/boards/:id/admin',
  access: 'site-admin',
  confirmed: true,
  body: withName(z.strictObject(admin)),
  answer: z.strictObject({ invited: z.boolean() }),
});

export const siteUser = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  is_site_admin: z.boolean(),
  is_disabled: z.boolean(),
  has_two_factor: z.boolean(),
  last_seen_at: instant.nullable(),
  boards: z.array(
    z.strictObject({
      title: z.string(),
      shortname: z.string(),
      status: z.enum(['invited', 'active', 'inactive']),
      is_board_admin: z.boolean(),
    }),
  ),
});
export type SiteUser = z.output<typeof siteUser>;

export const userStates = ['all', 'site-admins', 'disabled'] as const;
export const listSiteUsers = endpoint({
  name: 'site.users',
  summary: 'Users by name, with their boards, twenty-five at a time',
  route: 'GET /ajax/site/users',
  access: 'site-admin',
  query: z.strictObject({ find, state: z.enum(userStates).optional(), page }),
  answer: z.strictObject({ users: z.array(siteUser), found: z.number().int() }),
});

/** Each action on a user affects who can sign in, so site admins must first confirm their password. */
const actOnUser = <Name extends string, Body extends z.ZodObject>(
  name: Name,
  path: string,
  summary: string,
  body: Body,
) =>
  endpoint({
    name: `site.${name}`,
    summary,
    route: `POST /ajax/site/users/:id/${path}`,
    access: 'site-admin',
    confirmed: true,
    body,
  });

export const disableUser = actOnUser(
  'setDisabled',
  'disabled',
  'Disable a user at once, or enable them again',
  z.strictObject({ is_disabled: z.boolean() }),
);
export const setSiteAdmin = actOnUser(
  'setSiteAdmin',
  'site-admin',
  'Make a user a site admin, or remove that right; one always remains',
  z.strictObject({ is_site_admin: z.boolean() }),
);
export const resetUserSignIn = actOnUser(
  'resetSignIn',
  'sign-in/reset',
  'Remove the second factors of a user who cannot sign in, and mail a link to a new password; with a second factor, it works 12 hours later',
  emptyObject,
);
export const signOutUser = actOnUser('signOut', 'sign-out', 'End every session of a user', emptyObject);

const jobHealth = z.strictObject({
  name: z.string(),
  due: z.number().int(),
  later: z.number().int(),
  running: z.number().int(),
  retrying: z.number().int(),
  given_up: z.number().int(),
});
export const getSiteHealth = endpoint({
  name: 'site.health',
  summary: 'Figures about jobs, and the capabilities of this server',
  route: 'GET /ajax/site/health',
  access: 'site-admin',
  answer: z.strictObject({
    jobs: z.array(jobHealth),
    oldest_job: instant.nullable(),
    parts: z.strictObject({
      smtp: z.boolean(),
      office: z.boolean(),
      text_reader: z.boolean(),
      workers: z.number().int(),
      slow_workers: z.number().int(),
    }),
  }),
});
