import { counted } from '#domain/text.ts';
import { type ErrorStatus, generalErrors } from './general.ts';

/** Depends only on the status, so that the message reveals nothing about the account. */
export function loginErrorMessage(status: ErrorStatus): string {
  if (status === 419) return 'Something went wrong, try refreshing your browser.';
  if (status === 422) return 'Invalid credentials.';
  if (status === 403) return 'Access Denied.';
  return `Something went wrong, HTTP Status code: ${status}`;
}

export type TwoFactorFailure =
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'login' }
  | { readonly kind: 'silent' };

export const twoFactorInvalidCode = 'Code was invalid. Try again.';

export function twoFactorFailure(status: ErrorStatus): TwoFactorFailure {
  if (status === 422) return { kind: 'message', message: twoFactorInvalidCode };
  if (status === 419) return { kind: 'login' };
  if (status === 413 || status === 405 || status === 403) return { kind: 'silent' };
  return { kind: 'message', message: generalErrors.generic };
}

export const opensLater = (time: string): string => `Your sign-in was reset. You cannot sign in until ${time}.`;

export const signInLabels = {
  loginHeadline: (appName: string): string => `${appName} Login`,
  rememberMe: 'Remember Me',
  forgotPassword: 'Forgot password',
  logIn: 'Log In',
  lostFactors: 'Lost all of these? Ask a site admin of this portal to reset your sign-in.',
  withPasskey: 'Sign in with a passkey',
  passkeyAsks: 'Your device asks for your fingerprint, face or PIN.',
  passkeyOfferTitle: 'Sign in without a password next time',
  passkeyOffer:
    'This device can sign you in with your fingerprint, face or PIN. A passkey works only on this site, so nobody can trick you into giving it away.',
  joinByPasskey: 'Use a passkey instead',
  twoFactorTitle: '2-Factor Authentication',
  trustDevice: (days: number): string => `Do not ask for a code on this device for ${counted(days, 'day')}`,
  confirmPasswordTitle: 'Confirm Your Password to Proceed',
  confirmOtherwiseTitle: 'Confirm It’s You',
  confirmWithPasskey: 'Confirm with a passkey',
  confirm: 'Confirm',
  cancel: 'Cancel',
} as const;

export const otherSignInsText = 'Your passkeys and connected sign-ins still work.';

export const afterReset = {
  done: {
    lede: 'You are signed in here. You have been signed out everywhere else.',
    action: 'Go to the dashboard',
  },
  'two-factor': {
    lede: 'You have been signed out everywhere. Your account also requires a code before you are signed in here.',
    action: 'Enter the code',
  },
  needed: {
    lede: 'You have been signed out everywhere. Your account was changed at the same time, so log in with the new password.',
    action: 'Go to the login page',
  },
  later: {
    lede: 'A site admin reset your sign-in, and your account had a second factor. To protect you, the new password does not work until 12 hours after the reset. The email about the reset gives the exact time.',
    action: 'Go to the login page',
  },
} as const;

export const accountMessages = {
  wrongPassword: 'This is not your current password.',
  passwordChangedMeanwhile: 'Your password has just been changed elsewhere. Log in with the new one.',
  passwordSetMeanwhile: 'Your account already has a password. Reload the page.',
  emailTaken: 'There is already an account with this email address. Nothing was changed.',
  onlyWayIn: 'This is your only way to sign in. Add another one first.',
} as const;

export const twoFactorMessages = {
  onAlready: 'Two-factor authentication is already on.',
  offAlready: 'Two-factor authentication is off.',
  setupGone: 'This setup has expired. Reload the page to get a new key.',
  ownFirst: 'Turn on two-factor authentication for yourself first.',
} as const;

export const passkeyMessages = {
  refused: 'That passkey did not work here. Try another way.',
  notMade: 'No passkey was created. Try again, or use another device.',
  hereAlready: 'This device already has a passkey for your account.',
  tooMany: (most: number): string => `You already have ${most} passkeys. Remove one that you do not use.`,
} as const;

export const passwordMessages = {
  known: 'Many people have used this password, so it is easy to guess. Choose another one.',
  guessable: 'This password consists mostly of names that others know. Add words of your own.',
} as const;
