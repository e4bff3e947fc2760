import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, typedEmail } from './fields.ts';
import { theme, viewerSize } from './start.ts';

/** Longer than any path in Dais. */
const nextCharactersMax = 2_000;

/** The path to open after signing in. Ignores a path that is too long instead of rejecting the sign-in. */
export const nextPath = z
  .string()
  .transform((next) => (next.length > nextCharactersMax ? undefined : next))
  .optional();

export const shownBoard = z.string().max(100).optional();

/** Returns 422 for wrong credentials, without revealing which of them is wrong. */
export const login = endpoint({
  name: 'session.login',
  summary: 'Sign in',
  route: 'POST /login',
  access: 'public',
  reply: 'plain',
  body: z.strictObject({
    email: typedEmail.min(1),
    password: z.string().min(1).max(1000),
    remember: z.boolean().default(false),
    next: nextPath,
    board: shownBoard,
  }),
  answer: z.union([z.strictObject({ two_factor: z.literal(true) }), z.strictObject({ url: z.string() })]),
});

export const confirmPassword = endpoint({
  name: 'session.confirmPassword',
  summary: 'Confirm the password, good for three hours',
  route: 'POST /user/confirm-password',
  access: 'signed-in',
  reply: 'plain',
  status: 201,
  body: z.strictObject({ password: z.string().min(1).max(1000) }),
});

export const logout = endpoint({
  name: 'session.logout',
  summary: 'Sign out; answers also without a session',
  route: 'POST /logout',
  access: 'public',
});

export const switchBoard = endpoint({
  name: 'session.switchBoard',
  summary: 'Switch the current board',
  route: 'POST /ajax/session/board',
  access: 'signed-in',
  body: z.strictObject({ board_id: id }),
  answer: z.strictObject({ url: z.string() }),
});

export const setTheme = endpoint({
  name: 'session.setTheme',
  summary: 'Remember light, dark or the system’s choice',
  route: 'POST /ajax/session/theme',
  access: 'signed-in',
  body: z.strictObject({ theme }),
});

export const setViewerSize = endpoint({
  name: 'session.setViewerSize',
  summary: 'Remember the size in which documents are shown',
  route: 'POST /ajax/session/viewer-size',
  access: 'signed-in',
  body: z.strictObject({ size: viewerSize }),
});
