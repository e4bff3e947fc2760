import { z } from 'zod';
import {
  capacityCharactersMax,
  signatureKinds,
  signatureStates,
  signersMax,
  signingMethods,
} from '#domain/signatures.ts';
import { endpoint } from './endpoint.ts';
import { day, id, instant, optionalLines, optionalText, requiredText, rights } from './fields.ts';
import { requestOptions, signed } from './passkeys.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const reasonCharactersMax = 500;

const subject = z.strictObject({ kind: z.enum(signatureKinds), id });
export type SignatureSubject = z.output<typeof subject>;

const signer = z.strictObject({
  member_id: id,
  name: z.string(),
  capacity: z.string(),
  signed_at: instant.nullable(),
  method: z.enum(signingMethods).nullable(),
  method_name: z.string(),
  is_self: z.boolean(),
});
export type Signer = z.output<typeof signer>;

export const signatureRequest = z.strictObject({
  id,
  kind: z.enum(signatureKinds),
  title: z.string(),
  version_id: id,
  sha256,
  byte_size: z.number().int(),
  note: z.string(),
  state: z.enum(signatureStates),
  requested_by: z.string(),
  requested_at: instant,
  last_day: day,
  closed_by: z.string().nullable(),
  reason: z.string(),
  sealed_at: instant.nullable(),
  sealed_sha256: sha256.nullable(),
  signers: z.array(signer),
  can: rights('sign', 'remind', 'void'),
});
export type SignatureRequest = z.output<typeof signatureRequest>;

export const getSignatureRequest = endpoint({
  name: 'signatures.get',
  summary: 'A request for signatures, for its signers, its requester and board admins',
  route: 'GET /ajax/signature-requests/:id',
  access: 'member',
  answer: z.strictObject({ request: signatureRequest }),
});

export const listSignatureRequests = endpoint({
  name: 'signatures.list',
  summary: 'The requests for one document, minutes or resolution that the reader is involved in, newest first',
  route: 'GET /ajax/signature-requests',
  access: 'member',
  query: subject,
  answer: z.strictObject({
    title: z.string(),
    requests: z.array(signatureRequest),
    candidates: z.array(z.strictObject({ id, name: z.string() })),
    can: rights('request'),
  }),
});

export const chosenSigners = z
  .array(z.strictObject({ member_id: id, capacity: optionalText(capacityCharactersMax) }))
  .min(1)
  .max(signersMax)
  .refine((all) => new Set(all.map(({ member_id: each }) => each)).size === all.length);
export type ChosenSigner = z.output<typeof chosenSigners>[number];

export const requestSignatures = endpoint({
  name: 'signatures.request',
  summary: 'Ask members to sign a PDF, approved minutes or a passed resolution',
  route: 'POST /ajax/signature-requests',
  access: 'member',
  body: z.strictObject({
    subject,
    signers: chosenSigners,
    last_day: day,
    note: optionalLines(reasonCharactersMax),
  }),
  answer: z.strictObject({ request: signatureRequest }),
});

/** The version and digest of the shown file, so that a confirmation applies to no other file. */
const shownFile = { version_id: id, sha256 };

export const sign = endpoint({
  name: 'signatures.sign',
  summary: 'Sign the file that was shown, after a confirmation for it',
  route: 'POST /ajax/signature-requests/:id/sign',
  access: 'member',
  body: z.strictObject({ ...shownFile, agrees: z.literal(true) }),
  answer: z.strictObject({ request: signatureRequest }),
});

export const declineToSign = endpoint({
  name: 'signatures.decline',
  summary: 'Decline to sign, which ends the request',
  route: 'POST /ajax/signature-requests/:id/decline',
  access: 'member',
  body: z.strictObject({ reason: requiredText(reasonCharactersMax) }),
  answer: z.strictObject({ request: signatureRequest }),
});

export const voidSignatures = endpoint({
  name: 'signatures.void',
  summary: 'End a request before all have signed',
  route: 'POST /ajax/signature-requests/:id/void',
  access: 'member',
  body: z.strictObject({ reason: requiredText(reasonCharactersMax) }),
  answer: z.strictObject({ request: signatureRequest }),
});

export const remindSigners = endpoint({
  name: 'signatures.remind',
  summary: 'Remind those who have not signed',
  route: 'POST /ajax/signature-requests/:id/remind',
  access: 'member',
  answer: z.strictObject({ recipient_count: z.number().int() }),
});

export const openSignatureFile = endpoint({
  name: 'signatures.file',
  summary: 'The original file byte for byte, as it is signed, or the signed PDF; supports byte ranges',
  route: 'GET /signature-requests/:id/file',
  access: 'member',
  board: 'query',
  query: z.strictObject({ board: id, copy: z.enum(['original', 'signed']).default('original') }),
  reply: 'file',
});

export const signedFile = z.strictObject({ request_id: id, ...shownFile });
export type SignedFile = z.output<typeof signedFile>;

export const listSigningMethods = endpoint({
  name: 'signing.methods',
  summary: 'The ways in which the user can confirm a signature',
  route: 'GET /ajax/signing/methods',
  access: 'signed-in',
  answer: z.strictObject({
    passkey: z.boolean(),
    password: z.boolean(),
    code: z.boolean(),
    connections: z.array(z.strictObject({ id, name: z.string() })),
  }),
});

export const beginSigningByPasskey = endpoint({
  name: 'signing.beginPasskey',
  summary: 'A challenge that contains the file to be signed',
  route: 'POST /ajax/signing/passkey-options',
  access: 'signed-in',
  body: signedFile,
  answer: z.strictObject({ options: requestOptions }),
});

export const confirmSigningByPasskey = endpoint({
  name: 'signing.passkey',
  summary: 'Confirm one signature with a passkey, whose assertion is kept',
  route: 'POST /ajax/signing/passkey',
  access: 'signed-in',
  body: z.strictObject({ signed }),
});

export const confirmSigningByPassword = endpoint({
  name: 'signing.password',
  summary: 'Confirm one signature with the password, and a code if the account has an authenticator app',
  route: 'POST /ajax/signing/password',
  access: 'signed-in',
  body: z.strictObject({
    file: signedFile,
    password: z.string().min(1).max(1000),
    code: z.string().max(20).default(''),
  }),
});

export const beginSigningByProvider = endpoint({
  name: 'signing.provider',
  summary: 'Begin to confirm one signature by signing in to a connected provider anew',
  route: 'POST /ajax/connections/:id/confirm-signing',
  access: 'signed-in',
  body: z.strictObject({ file: signedFile }),
  answer: z.strictObject({ url: z.string() }),
});

export const verifySeal = endpoint({
  name: 'signatures.verify',
  summary: 'Whether a file with this fingerprint or this number in its seal was sealed here',
  route: 'POST /ajax/verify',
  access: 'public',
  body: z.strictObject({
    sha256,
    seal_id: z
      .string()
      .regex(/^[\w-]{22,64}$/)
      .nullable(),
  }),
  answer: z.discriminatedUnion('result', [
    z.strictObject({
      result: z.literal('sealed'),
      board: z.string(),
      time_zone: z.string(),
      sealed_at: instant,
      signers: z.array(z.strictObject({ name: z.string(), capacity: z.string() })),
    }),
    z.strictObject({ result: z.literal('changed') }),
    z.strictObject({ result: z.literal('unknown') }),
  ]),
});
