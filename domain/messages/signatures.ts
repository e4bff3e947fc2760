import { counted, isolated } from '#domain/text.ts';
import type { SealProblem, SignatureState, SigningMethod } from '../signatures.ts';

const printIt = 'Print it to a new PDF and add that.';

export const sealProblems: Readonly<Record<SealProblem, string>> = {
  encrypted: `This PDF is encrypted, so it cannot be sealed. ${printIt}`,
  damaged: `This PDF is damaged or too large to be sealed. ${printIt}`,
  script: `This PDF contains scripts, which could change what it shows. ${printIt}`,
  xfa: `This PDF is a dynamic form (XFA), which most programs cannot show. ${printIt}`,
  form: `This PDF has form fields, which could change later. ${printIt}`,
  attachment: `This PDF has other files or media attached, which signers might not see. ${printIt}`,
  layers: `This PDF has layers that can be switched on and off. ${printIt}`,
  signed: `This PDF already has signatures, which sealing would make invalid. ${printIt}`,
};

export const signatureMessages = {
  voidFirst: 'Signatures were requested for this document. Void the request first.',
  voidFirstInside: 'This contains a document with a signature request. Void the request first.',
  notSignable: 'Signatures can be requested only for PDF files of a meeting or in the library.',
  notFinal: 'Signatures can be requested once the PDF of the final text has been created.',
  already: 'Signatures have already been requested for this document.',
  cannotSee: 'One of the signers cannot see all of this document.',
  dayPast: 'Choose today or a later date.',
  dayTooLate: (days: number): string => `Choose a date within the next ${days} days.`,
  closed: 'This request is no longer open.',
  changed: 'This is not the file that you were shown. Reload the page.',
  notConfirmed: 'Your confirmation is missing, has been used or has expired. Please confirm again.',
  usePasskey: 'Confirm with your passkey.',
  wrongPassword: 'This password is not correct.',
  wrongCode: 'This code is not correct, or it has been used before.',
  alreadySigned: 'You have already signed.',
  remindedJustNow: 'Those who have not signed were reminded less than an hour ago.',
  tooMany: (most: number): string => `A board can have at most ${most} open requests for signatures.`,
} as const;

export const signatureLabels = {
  request: 'Request signatures',
  statement: (capacity: string): string =>
    capacity === ''
      ? 'I have read this document and sign it.'
      : `I have read this document and sign it as ${isolated(capacity)}.`,
  states: {
    open: 'Waiting for signatures',
    complete: 'Signed by all',
    declined: 'Declined',
    voided: 'Voided',
    expired: 'Not signed in time',
    ended: 'Ended',
  } satisfies Readonly<Record<SignatureState, string>>,
  left: 'A signer left the board or can no longer see the document.',
  none: 'No signatures requested',
  noneText: 'Ask members to sign this document. They get an email and confirm with their passkey or password.',
  noneToSign: 'Signature requests that involve you are listed here.',
  requests: 'Requests',
  complete: 'Everybody has signed. The signed PDF has been sealed.',
  expired: 'Not everybody signed by the deadline.',
  tickFirst: 'First confirm that you have read the document.',
  confirmTitle: 'Confirm your signature',
  kindOfSignature:
    'This is an electronic signature with this server’s seal. It is not a qualified electronic signature.',
  signedFile: 'Signed PDF',
  making: 'The signed PDF is being created.',
  progress: (signed: number, all: number): string => `${signed} of ${counted(all, 'signature')}`,
} as const;

export function methodText(method: SigningMethod, name: string): string {
  switch (method) {
    case 'passkey':
      return `passkey “${name}”`;
    case 'password':
      return 'password';
    case 'password-code':
      return 'password and code';
    case 'provider':
      return `sign-in at ${name}`;
  }
}

export const verifyLabels = {
  lede: 'To check a PDF that a board has sealed, drop it here. The file stays on this device; only its fingerprint and the number in its seal are sent.',
  changed: 'This is not the file that was sealed under this number. It was changed, or is another file.',
  unknown: 'Dais does not know this file.',
  sealed: (board: string, at: string): string => `This is the file that ${board} sealed on ${at}.`,
  drop: 'Drop a PDF here',
  unreadable: 'The file could not be read.',
  notAnswered: 'The file could not be checked. Check your connection, and try again later.',
  notPdf: 'This is not a PDF.',
} as const;
