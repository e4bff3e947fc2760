import { z } from 'zod';
import { invitedTogetherMax } from '#domain/invitations.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { endpoint, listBodyBytesMax } from './endpoint.ts';
import { id, instant, limits, optionalText, typedEmail } from './fields.ts';
import { boardFace } from './start.ts';

export const invitation = z.strictObject({
  user: z.strictObject({ first_name: z.string(), email: z.string() }),
  board: boardFace,
  account_exists: z.boolean(),
  opens_by: z.strictObject({ id, name: z.string() }).nullable(),
});
export type Invitation = z.output<typeof invitation>;

export const getInvitation = endpoint({
  name: 'invitations.get',
  summary: 'The invitation behind a secret address, or why it is no longer valid; 404 if unknown',
  route: 'GET /ajax/invitations/:uuid',
  access: 'public',
  params: z.strictObject({ uuid: z.string().min(20).max(100) }),
  answer: z.strictObject({
    invitation: invitation.nullable(),
    closed: z
      .strictObject({ reason: z.enum(['expired', 'redeemed', 'revoked', 'suspended']), board: boardFace })
      .nullable(),
    signed_in_as: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  }),
});

export const confirmAccount = endpoint({
  name: 'invitations.confirmAccount',
  summary: 'Redeem an invitation with a new account or an existing one',
  route: 'POST /ajax/confirmAccount',
  access: 'public',
  reply: 'plain',
  body: z.strictObject({
    invitation_id: z.string().min(20).max(100),
    email: typedEmail,
    mode: z.enum(['createAccount', 'login']),
    password: z.string().max(1000),
    password_confirmation: z.string().max(1000).default(''),
  }),
  answer: z.strictObject({
    status: z.literal('success'),
    msg: z.string(),
    data: z.strictObject({
      /** This is null until the user has completed two-factor authentication. */
      slug: z.string().nullable(),
      url: z.string(),
    }),
  }),
});

export const groupChoice = z.strictObject({ id, is_group_admin: z.boolean() });
export type GroupChoice = z.output<typeof groupChoice>;

export const groupChoices = z
  .array(groupChoice)
  .max(limits.pageSizeMax * 2)
  .refine((groups) => new Set(groups.map((group) => group.id)).size === groups.length, validationMessages.duplicate);

export const invitationMail = z.strictObject({
  state: z.enum(['queued', 'sent', 'waiting', 'failed']),
  reason: z.string().nullable(),
});

export const pendingInvitation = z.strictObject({
  member_id: id,
  name: z.string(),
  email: z.string(),
  is_board_admin: z.boolean(),
  sent_at: instant,
  invited_by: z.string().nullable(),
  expires_at: instant,
  is_expired: z.boolean(),
  mail: invitationMail,
});
export type PendingInvitation = z.output<typeof pendingInvitation>;

export const listInvitations = endpoint({
  name: 'invitations.list',
  summary: 'Everybody who is invited and has not joined, latest first',
  route: 'GET /ajax/invitations',
  access: 'board-admin',
  answer: z.strictObject({ invitations: z.array(pendingInvitation) }),
});

export const listTakenAddresses = endpoint({
  name: 'invitations.taken',
  summary: 'Addresses that need no invitation: of members, and of open invitations; in lower case',
  route: 'GET /ajax/invitations/taken',
  access: 'board-admin',
  answer: z.strictObject({ taken: z.array(z.strictObject({ email: z.string(), by: z.enum(['member', 'invited']) })) }),
});

/** Accepts any text, because the server validates each line and reports its errors. */
const invitedLine = z.strictObject({
  line: z.number().int().min(1).max(1_000_000),
  first_name: optionalText(1000),
  last_name: optionalText(1000),
  email: optionalText(1000),
});

export const checkedLine = z.strictObject({
  line: z.number().int(),
  title: z.string(),
  state: z.enum(['ready', 'left-out', 'failed']),
  field: z.string().nullable(),
  message: z.string(),
});

export const inviteSeveral = endpoint({
  name: 'invitations.inviteSeveral',
  summary: 'Invite a list of people: all or nobody, or those lines that are ready; answers line by line',
  route: 'POST /ajax/invitations',
  access: 'board-admin',
  bodyBytesMax: listBodyBytesMax,
  body: z.strictObject({
    people: z.array(invitedLine).min(1).max(invitedTogetherMax),
    groups: groupChoices.default([]),
    votes: z.boolean().optional(),
    only_ready: z.boolean().default(false),
  }),
  answer: z.strictObject({ invited: z.number().int(), lines: z.array(checkedLine) }),
});

export const resendInvitation = endpoint({
  name: 'invitations.resend',
  summary:
    'Send a pending member’s invitation again, with a new link that is good for 14 days; the old one no longer works',
  route: 'POST /ajax/people/:id/invitation/resend',
  access: 'board-admin',
  answer: z.strictObject({ email: z.string() }),
});
