import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const typedCode = z.string().max(100);

/** Returns 419 if no sign-in is waiting for a code. */
export const answerChallenge = endpoint({
  name: 'twoFactor.challenge',
  summary: 'Finish a sign-in with a code of the app or a recovery code',
  route: 'POST /two-factor-challenge',
  access: 'public',
  reply: 'plain',
  body: z
    .strictObject({
      code: typedCode.optional(),
      recovery_code: typedCode.optional(),
      trust: z.boolean().default(false),
    })
    .refine((body) => (body.code === undefined) !== (body.recovery_code === undefined)),
  answer: z.strictObject({ url: z.string() }),
});

export const getChallenge = endpoint({
  name: 'twoFactor.getChallenge',
  summary: 'The second factors that can finish the pending sign-in',
  route: 'GET /ajax/two-factor/challenge',
  access: 'public',
  answer: z.strictObject({
    app: z.boolean(),
    passkey: z.boolean(),
    trust_days: z.number().int(),
  }),
});

export const getTwoFactor = endpoint({
  name: 'twoFactor.get',
  summary: 'The user’s second factors',
  route: 'GET /ajax/two-factor',
  access: 'signed-in',
  answer: z.strictObject({
    is_on: z.boolean(),
    has_passkey: z.boolean(),
    recovery_codes_left: z.number().int(),
    codes_follow: z.enum(['password', 'provider']).nullable(),
    confirmed: z.boolean(),
  }),
});

/** Returns the same secret for an hour, so that a reloaded page still matches the scanned code. */
export const beginTwoFactor = endpoint({
  name: 'twoFactor.begin',
  summary: 'A secret for the authenticator app; two-factor authentication starts with its first code',
  route: 'POST /ajax/two-factor/setup',
  access: 'signed-in',
  confirmed: true,
  answer: z.strictObject({
    /** Base32 (RFC 4648). */
    key: z.string(),
    qr: z.string(),
    url: z.string(),
  }),
});

const recoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) });

export const turnOnTwoFactor = endpoint({
  name: 'twoFactor.turnOn',
  summary:
    'Turn on the authenticator app with its first code; returns recovery codes only this once, or none if the user has a passkey',
  route: 'POST /ajax/two-factor',
  access: 'signed-in',
  confirmed: true,
  body: z.strictObject({ code: typedCode }),
  answer: recoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  name: 'twoFactor.renewCodes',
  summary: 'Replace the recovery codes; returns them only this once',
  route: 'POST /ajax/two-factor/recovery-codes',
  access: 'signed-in',
  confirmed: true,
  answer: recoveryCodes,
});

export const turnOffTwoFactor = endpoint({
  name: 'twoFactor.turnOff',
  summary: 'Turn the authenticator app off',
  route: 'DELETE /ajax/two-factor',
  access: 'signed-in',
  confirmed: true,
});

export const setTwoFactorRequired = endpoint({
  name: 'twoFactor.setRequired',
  summary: 'Whether the board opens only to members with two-factor authentication',
  route: 'POST /ajax/board/two-factor-required',
  access: 'board-admin',
  body: z.strictObject({ required: z.boolean() }),
  answer: z.strictObject({ two_factor_required: z.boolean(), magic_links: z.enum(['full', 'answer', 'off']) }),
});
