import { z } from 'zod';
import { recoveryCodeDigits, recoveryStates } from '#domain/recovery.ts';
import { endpoint } from './endpoint.ts';
import { email, id, idParams, instant, nothing } from './fields.ts';
import { creationOptions, made, name, requestOptions, signed } from './passkeys.ts';

/** From a link in mail; those that only stop a request are longer. */
const tokenParams = z.strictObject({ token: z.string().min(20).max(100) });

const board = z.strictObject({ id, title: z.string() });

/** What the page of a request shows next. */
const recoveryStep = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('choose'), boards: z.array(board) }),
  z.strictObject({
    step: z.literal('code'),
    board: z.string(),
    /** For two officers, by voice. */
    code: z.string().length(recoveryCodeDigits),
    is_half_vouched: z.boolean(),
    expires_at: instant,
  }),
  z.strictObject({ step: z.literal('passkey'), board: z.string(), expires_at: instant }),
  z.strictObject({ step: z.literal('waiting'), board: z.string(), opens_at: instant }),
  z.strictObject({ step: z.literal('ready'), board: z.string(), expires_at: instant }),
  /** It goes on in the browser where it was begun. */
  z.strictObject({ step: z.literal('elsewhere') }),
  /** By the link that stops it. */
  z.strictObject({ step: z.literal('stop'), board: z.string().nullable() }),
]);
export type RecoveryStep = z.output<typeof recoveryStep>;

const step = z.strictObject({ recovery: recoveryStep });

export const askRecovery = endpoint({
  name: 'recoveries.ask',
  summary: 'Ask for the way back in; the answer never tells whether there is an account',
  method: 'POST',
  path: '/ajax/recovery',
  access: 'public',
  body: z.strictObject({ email }),
  answer: nothing,
});

export const getRecoveryStep = endpoint({
  name: 'recoveries.step',
  summary: 'The next step of a request, by the link in its mail; 404 when it has ended',
  method: 'GET',
  path: '/ajax/recovery/:token',
  access: 'public',
  params: tokenParams,
  answer: step,
});

export const beginRecovery = endpoint({
  name: 'recoveries.begin',
  summary: 'Choose the board whose officers are asked to vouch; from then on it goes on in this browser alone',
  method: 'POST',
  path: '/ajax/recovery/:token',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({ board_id: id }),
  answer: step,
});

export const stopByMail = endpoint({
  name: 'recoveries.stopByMail',
  summary: 'Stop a request by the link that each of its mails holds',
  method: 'POST',
  path: '/ajax/recovery/:token/stop',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({}),
  answer: nothing,
});

export const beginRecoveryPasskey = endpoint({
  name: 'recoveries.beginPasskey',
  summary: 'What a browser needs to create the passkey of whom two officers vouched for',
  method: 'POST',
  path: '/ajax/recovery/:token/passkey/options',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({}),
  answer: z.strictObject({ options: creationOptions }),
});

export const keepRecoveryPasskey = endpoint({
  name: 'recoveries.keepPasskey',
  summary: 'Keep that passkey; it opens twelve hours later',
  method: 'POST',
  path: '/ajax/recovery/:token/passkey',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({ name, made }),
  answer: step,
});

export const beginComingBack = endpoint({
  name: 'recoveries.beginUse',
  summary: 'What that passkey must sign, once it opens',
  method: 'POST',
  path: '/ajax/recovery/:token/use/options',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({}),
  answer: z.strictObject({ options: requestOptions }),
});

export const comeBack = endpoint({
  name: 'recoveries.use',
  summary: 'Sign in with that passkey: every other way in ends, and the board whose officers vouched opens alone',
  method: 'POST',
  path: '/ajax/recovery/:token/use',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({ signed }),
  answer: z.strictObject({ url: z.string() }),
});

const recovery = z.strictObject({
  id,
  /** Back into the account, or to one more board. */
  kind: z.enum(['account', 'board']),
  board: z.string(),
  state: z.enum(recoveryStates),
  is_own: z.boolean(),
  /** Null for the person themselves. */
  person: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  /** Shown to the person alone, where they are signed in again. */
  code: z.string().nullable(),
  has_vouched: z.boolean(),
  /** Vouching would take a session of two factors. */
  needs_second_factor: z.boolean(),
  tries_left: z.number().int(),
  expires_at: instant,
  /** When the new passkey opens; null: none was made. */
  opens_at: instant.nullable(),
  can: z.strictObject({ vouch: z.boolean(), stop: z.boolean() }),
});
export type Recovery = z.output<typeof recovery>;

export const getRecovery = endpoint({
  name: 'recoveries.get',
  summary: 'A request for the way back in, for officers of its board and the person themselves',
  method: 'GET',
  path: '/ajax/recoveries/:id',
  access: 'signed-in',
  params: idParams,
  answer: z.strictObject({ recovery }),
});

export const vouch = endpoint({
  name: 'recoveries.vouch',
  summary: 'Type the code that the person has told by voice; takes a session of two factors',
  method: 'POST',
  path: '/ajax/recoveries/:id/vouch',
  access: 'signed-in',
  params: idParams,
  body: z.strictObject({ code: z.string().max(40) }),
  answer: z.strictObject({ recovery }),
});

export const stopRecovery = endpoint({
  name: 'recoveries.stop',
  summary: 'Stop a request for one’s own account',
  method: 'POST',
  path: '/ajax/recoveries/:id/stop',
  access: 'signed-in',
  params: idParams,
  body: z.strictObject({}),
  answer: nothing,
});

export const askForBoard = endpoint({
  name: 'recoveries.askForBoard',
  summary: 'Ask the officers of a board that is still closed to whoever came back in; answers the request that goes on',
  method: 'POST',
  path: '/ajax/recoveries',
  access: 'signed-in',
  body: z.strictObject({ board_id: id }),
  answer: z.strictObject({ id }),
});
