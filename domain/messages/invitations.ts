import { type ErrorStatus, generalErrorByStatus } from './general.ts';
import { providerMessages } from './providers.ts';

export const invitationErrors = {
  sessionExpired: 'Session expired. Please refresh your page and try again.',
  fallback: 'Something went wrong. Please refresh your page and try again.',
} as const;

export function invitationErrorMessage(status: ErrorStatus): string {
  if (status === 419) return invitationErrors.sessionExpired;
  return generalErrorByStatus.get(status) ?? invitationErrors.fallback;
}

export const invitationLabels = {
  haveAccount: 'I Already Have an Account',
  createNew: 'Create a New Account',
  createAccount: 'Create Account',
  logIn: 'Log In',
  setupTitle: 'Invitation Profile Setup',
} as const;

export function welcomeText(firstName: string | null): string {
  const name = firstName?.trim() ?? '';
  return name === '' ? 'Welcome to the product' : `Welcome, ${name}!`;
}

export const invitedText = (board: string, provider: string | null): string =>
  `${board} has invited you to its board portal.${provider === null ? '' : ` ${providerMessages.opensBy(board, provider)}`}`;

export const invitationCheckMessages = {
  ready: 'Ready to invite',
  member: 'Already a member, not invited again',
  invited: 'Already invited, not invited again',
  tooMany: (max: number): string => `At most ${max} people can be invited at a time.`,
} as const;

export const closedInvitations = {
  expired: {
    title: 'This invitation has expired',
    text: (board: string): string => `Invitations are valid for 14 days. Ask ${board} to send you a new one.`,
  },
  redeemed: {
    title: 'This invitation has been used',
    text: (board: string): string => `If you used it yourself, log in to open ${board}. If not, tell a board admin.`,
  },
  revoked: {
    title: 'This invitation has been withdrawn',
    text: (board: string): string =>
      `${board} has withdrawn this invitation. If you think that is a mistake, ask the person who invited you.`,
  },
  suspended: {
    title: 'This board is suspended',
    text: (board: string): string =>
      `Nobody can join ${board} at the moment. You can use your invitation once the board is open again.`,
  },
} as const;
