import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hexColor, id, typedEmail } from './fields.ts';

/** An invitation as its holder sees it (specification, section 3). */
export const invitation = z.strictObject({
  id,
  user: z.strictObject({ first_name: z.string(), email: z.string() }),
  board: z.strictObject({ title: z.string(), logo_url: z.string().nullable(), primary_color: hexColor }),
  /** The screen then starts in login mode. */
  account_exists: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;

export const getInvitation = endpoint({
  name: 'invitations.get',
  summary: 'What the secret address of an invitation opens; 404 when spent, revoked or expired',
  method: 'GET',
  path: '/ajax/invitations/:uuid',
  access: 'public',
  params: z.strictObject({ uuid: z.string().min(20).max(100) }),
  answer: z.strictObject({ invitation }),
});

/** POST /ajax/confirmAccount (specification, section 7). `invitation_id` is the secret of the address /inv/{uuid}. */
export const confirmAccount = endpoint({
  name: 'invitations.confirmAccount',
  summary: 'Redeem an invitation with a new account or an existing one',
  method: 'POST',
  path: '/ajax/confirmAccount',
  access: 'public',
  body: z.strictObject({
    invitation_id: z.string().min(20).max(100),
    email: typedEmail,
    mode: z.enum(['createAccount', 'login']),
    password: z.string().max(1000),
    password_confirmation: z.string().max(1000).default(''),
  }),
  answer: z.strictObject({ slug: z.string(), url: z.string() }),
});
