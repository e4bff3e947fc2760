import { z } from 'zod';
import { validationMessages } from '#domain/messages/general.ts';
import { shortnameCharactersMax } from '#domain/shortname.ts';
import { endpoint } from './endpoint.ts';
import { email, limits, newPassword, personNames, requiredText, withName } from './fields.ts';

/** The token comes from the one-time link that the server prints on its console. */
export const setUp = endpoint({
  name: 'setup.setUp',
  summary: 'Set up an empty installation',
  route: 'POST /ajax/setup',
  access: 'public',
  body: withName(
    z.strictObject({
      token: z.string().min(1).max(200),
      ...personNames,
      email,
      password: newPassword,
      password_confirmation: z.string().min(1),
      board_title: requiredText(limits.boardTitleCharactersMax),
      /** A DNS label. If empty, the server derives the label from the title. */
      shortname: z.string().trim().toLowerCase().max(shortnameCharactersMax),
      time_zone: requiredText(64),
    }),
  ).refine((body) => body.password === body.password_confirmation, {
    path: ['password_confirmation'],
    message: validationMessages.passwordsDiffer,
  }),
  answer: z.strictObject({ url: z.string() }),
});

export const getSetup = endpoint({
  name: 'setup.get',
  summary: 'Whether the one-time setup link is still valid',
  route: 'GET /ajax/setup',
  access: 'public',
  query: z.strictObject({ token: z.string().max(200) }),
  answer: z.strictObject({ is_open: z.boolean() }),
});
