import { counted } from '#domain/text.ts';

export const recoveryMessages = {
  wrongCode: (left: number): string => `That is not the code. ${counted(left, 'try', 'tries')} left.`,
  ended: 'This request has ended.',
  yourself: 'You cannot vouch for yourself.',
  tooFew: (board: string): string => `${board} has too few officers. Ask whoever runs this portal.`,
  unvouched: (board: string): string => `Two officers of ${board} have not vouched for you yet.`,
  openAgain: (board: string): string => `${board} is open to you again.`,
  weak: 'Vouching asks for a second factor. Sign in with a passkey or a code first.',
  already: 'You have vouched already. Another officer vouches next.',
  notYet: 'Your new passkey does not open yet.',
} as const;

export const recoveryLabels = {
  lede: 'Two officers of your board can vouch for you. It takes your mailbox, a call with each of them, and half a day.',
  email: 'Email',
  send: 'Send the link',
  whomToCall:
    'Officers are the admins of the board and others whom they named, often the secretary and the chair. They have been written to, so that they expect your call. Use a number that you know, and tell the code to nobody who calls you.',
  newLink: 'Ask for a new link',
  backToLogin: 'Back to the login',
  sent: 'Look in your mailbox',
  sentLede: (email: string): string =>
    `If ${email} has an account here, a message with a link is on its way. The link works once, for one hour.`,
  notMe: 'This was not me',
  stopped: 'The request is stopped',
  stoppedLede: 'Nothing of your account was changed. Tell an officer of your board that somebody tried.',
} as const;
