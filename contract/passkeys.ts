import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, limits, requiredText } from './fields.ts';
import { nextPath, shownBoard } from './session.ts';

/** Base64url (RFC 4648, section 5). */
const bytes = (charactersMax: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(charactersMax);

/** WebAuthn allows 1,023 bytes, which take 1,364 characters. */
const credentialId = bytes(1_400);

const made = z.strictObject({
  id: credentialId,
  client_data: bytes(8_000),
  attestation: bytes(20_000),
  transports: z.array(z.string().max(20)).max(10),
});
export type MadePasskey = z.output<typeof made>;

export const signed = z.strictObject({
  id: credentialId,
  client_data: bytes(8_000),
  authenticator_data: bytes(2_000),
  signature: bytes(2_000),
  user_handle: bytes(100).nullable(),
});
export type SignedChallenge = z.output<typeof signed>;

/** For `navigator.credentials.create`, as JSON (WebAuthn level 3, section 5.1.8). */
const creationOptions = z.strictObject({
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(
    z.strictObject({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** For `navigator.credentials.get`. Lists no credentials, because a list would reveal who has which passkey. */
export const requestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
});
export type RequestOptions = z.output<typeof requestOptions>;

const passkey = z.strictObject({
  id,
  name: z.string(),
  kind: z.enum(['device', 'security-key']),
  added_at: instant,
  used_at: instant.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const name = requiredText(limits.nameCharactersMax);

export const listPasskeys = endpoint({
  name: 'passkeys.list',
  summary: 'The user’s own passkeys, oldest first',
  route: 'GET /ajax/passkeys',
  access: 'signed-in',
  answer: z.strictObject({ passkeys: z.array(passkey) }),
});

export const beginPasskey = endpoint({
  name: 'passkeys.begin',
  summary: 'What a browser needs to create a passkey',
  route: 'POST /ajax/passkeys/options',
  access: 'signed-in',
  confirmed: true,
  answer: z.strictObject({ options: creationOptions }),
});

export const addPasskey = endpoint({
  name: 'passkeys.add',
  summary: 'Save a newly created passkey. The first second factor of a user also returns the recovery codes, once.',
  route: 'POST /ajax/passkeys',
  access: 'signed-in',
  confirmed: true,
  body: z.strictObject({ name, made }),
  answer: z.strictObject({ passkey, recovery_codes: z.array(z.string()) }),
});

export const renamePasskey = endpoint({
  name: 'passkeys.rename',
  summary: 'Give one’s passkey another name',
  route: 'PATCH /ajax/passkeys/:id',
  access: 'signed-in',
  body: z.strictObject({ name }),
});

export const removePasskey = endpoint({
  name: 'passkeys.remove',
  summary: 'Remove one of one’s passkeys',
  route: 'DELETE /ajax/passkeys/:id',
  access: 'signed-in',
  confirmed: true,
});

export const offerPasskey = endpoint({
  name: 'passkeys.offer',
  summary: 'After signing in: whether to offer a passkey. Users without a passkey get at most three offers.',
  route: 'POST /ajax/passkeys/offer',
  access: 'signed-in',
  answer: z.strictObject({ is_offered: z.boolean() }),
});

const asked = z.strictObject({ options: requestOptions });

export const beginPasskeySignIn = endpoint({
  name: 'passkeys.beginSignIn',
  summary: 'What a browser needs to sign in with any passkey of this portal',
  route: 'POST /sign-in/passkey/options',
  access: 'public',
  reply: 'plain',
  body: z.strictObject({
    /** True if the browser offers passkeys on its own, before the user asks for one. */
    unasked: z.boolean().default(false),
  }),
  answer: asked,
});

export const signInWithPasskey = endpoint({
  name: 'passkeys.signIn',
  summary: 'Sign in with a passkey; no code is asked for',
  route: 'POST /sign-in/passkey',
  access: 'public',
  reply: 'plain',
  body: z.strictObject({ signed, remember: z.boolean().default(false), next: nextPath, board: shownBoard }),
  answer: z.strictObject({ url: z.string() }),
});

const invitationId = z.string().min(20).max(100);

export const beginJoining = endpoint({
  name: 'passkeys.beginJoining',
  summary: 'What a browser needs to create the passkey of a new account; `invitation_id` is the secret of /inv/{uuid}',
  route: 'POST /ajax/invitations/passkey/options',
  access: 'public',
  body: z.strictObject({ invitation_id: invitationId }),
  answer: z.strictObject({ options: creationOptions }),
});

export const joinByPasskey = endpoint({
  name: 'passkeys.join',
  summary: 'Redeem an invitation with a new account that has a passkey, and no password',
  route: 'POST /ajax/invitations/passkey',
  access: 'public',
  body: z.strictObject({ invitation_id: invitationId, name, made }),
  answer: z.strictObject({ url: z.string() }),
});

export const beginPasskeyChallenge = endpoint({
  name: 'passkeys.beginChallenge',
  summary: 'What a browser needs to finish a sign-in with a passkey in the place of a code',
  route: 'POST /two-factor-challenge/passkey/options',
  access: 'public',
  reply: 'plain',
  answer: asked,
});

/** Returns 419 if no sign-in is waiting for a second factor. */
export const answerPasskeyChallenge = endpoint({
  name: 'passkeys.answerChallenge',
  summary: 'Finish a sign-in with a passkey in the place of a code',
  route: 'POST /two-factor-challenge/passkey',
  access: 'public',
  reply: 'plain',
  body: z.strictObject({
    signed,
    trust: z.boolean().default(false),
  }),
  answer: z.strictObject({ url: z.string() }),
});

export const beginPasskeyConfirmation = endpoint({
  name: 'passkeys.beginConfirmation',
  summary: 'What a browser needs to confirm with a passkey in the place of the password',
  route: 'POST /user/confirm-passkey/options',
  access: 'signed-in',
  reply: 'plain',
  answer: asked,
});

export const confirmWithPasskey = endpoint({
  name: 'passkeys.confirm',
  summary: 'Confirm with a passkey, good for three hours',
  route: 'POST /user/confirm-passkey',
  access: 'signed-in',
  reply: 'plain',
  status: 201,
  body: z.strictObject({ signed }),
});
