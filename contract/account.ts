import { z } from 'zod';
import { notificationChoices } from '#domain/mail.ts';
import { endpoint, listBodyBytesMax } from './endpoint.ts';
import { changedPassword, email, id, instant, personNames, rights, withName } from './fields.ts';

const choice = z.enum(notificationChoices.map((each) => each.choice));

const token = z.string().min(20).max(100);
const tokenParams = z.strictObject({ token });

const boardNotifications = z.strictObject({ board_id: id, title: z.string(), muted: z.array(choice) });
export type BoardNotifications = z.output<typeof boardNotifications>;

export const account = z.strictObject({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The address that the user has entered but not yet confirmed. */
  new_email: z.string().nullable(),
  has_password: z.boolean(),
  /** Removing the password requires two passkeys, or one that is synchronised to other devices. */
  can: rights('remove_password'),
  password_changed_at: instant.nullable(),
  notifications: z.array(boardNotifications),
});
export type Account = z.output<typeof account>;

export const getAccount = endpoint({
  name: 'account.get',
  summary: 'One’s own account: name, address, notification choices',
  route: 'GET /ajax/account',
  access: 'signed-in',
  answer: z.strictObject({ account }),
});

export const saveAccount = endpoint({
  name: 'account.save',
  summary: 'Change one’s own name, address and notification choices; a new address must be confirmed first',
  route: 'PATCH /ajax/account',
  access: 'signed-in',
  bodyBytesMax: listBodyBytesMax,
  body: withName(
    z.strictObject({
      ...personNames,
      email,
      current_password: z.string().max(1000).default(''),
      notifications: z
        .array(z.strictObject({ board_id: id, muted: z.array(choice).max(notificationChoices.length) }))
        .max(1000),
    }),
  ),
  answer: z.strictObject({ account }),
});

export const dropEmailChange = endpoint({
  name: 'account.dropEmailChange',
  summary: 'Keep the current address: the link to confirm the new one stops working',
  route: 'POST /ajax/account/email/keep',
  access: 'signed-in',
});

export const changePassword = endpoint({
  name: 'account.changePassword',
  summary: 'Change one’s own password; every other session ends',
  route: 'POST /ajax/account/password',
  access: 'signed-in',
  body: z.strictObject({
    current_password: z.string().min(1).max(1000),
    password: changedPassword,
  }),
});

export const setPassword = endpoint({
  name: 'account.setPassword',
  summary: 'Set a password for an account without one',
  route: 'POST /ajax/account/password/new',
  access: 'signed-in',
  confirmed: true,
  body: z.strictObject({ password: changedPassword }),
});

export const removePassword = endpoint({
  name: 'account.removePassword',
  summary: 'Remove one’s own password; from then on only passkeys sign in, and no reset link can set a new one',
  route: 'DELETE /ajax/account/password',
  access: 'signed-in',
  confirmed: true,
});

export const getEmailChange = endpoint({
  name: 'account.getEmailChange',
  summary: 'The address that a confirmation link confirms; 404 if used or expired',
  route: 'GET /ajax/account/email/:token',
  access: 'public',
  params: tokenParams,
  answer: z.strictObject({ email: z.string() }),
});

export const confirmEmailChange = endpoint({
  name: 'account.confirmEmailChange',
  summary: 'Use the new address from now on',
  route: 'POST /ajax/account/email/:token',
  access: 'public',
  params: tokenParams,
  answer: z.strictObject({ email: z.string() }),
});

export const forgotPassword = endpoint({
  name: 'account.forgotPassword',
  summary: 'Request a link to reset the password; the response never reveals whether there is an account',
  route: 'POST /ajax/password/forgot',
  access: 'public',
  body: z.strictObject({ email }),
});

export const getPasswordReset = endpoint({
  name: 'account.getPasswordReset',
  summary: 'Whether a reset link is still valid; 404 if used or expired',
  route: 'GET /ajax/password/reset/:token',
  access: 'public',
  params: tokenParams,
});

export const resetPassword = endpoint({
  name: 'account.resetPassword',
  summary: 'Set a new password with a reset link; every session ends, and a new one starts unless a code is required',
  route: 'POST /ajax/password/reset/:token',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({ password: changedPassword }),
  /** `later`: the user cannot sign in until 12 hours after a site admin has reset the account. */
  answer: z.strictObject({ sign_in: z.enum(['done', 'two-factor', 'needed', 'later']) }),
});
