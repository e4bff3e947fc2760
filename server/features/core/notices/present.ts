/** Events that an account's owner must learn of. */
export const noticeTexts = {
  'password-changed': {
    subject: 'Your password was changed',
    text: 'The password of your account was changed. Everywhere else that you were signed in, you have been signed out.',
  },
  'password-reset': {
    subject: 'Your password was reset',
    text: 'A new password was set for your account by a link from this mailbox. Everywhere that you were signed in, you have been signed out.',
  },
  'email-changed': {
    subject: 'Your email address was changed',
    text: 'Your account now has another email address. This one no longer signs in, and no further mail comes here.',
  },
  'two-factor-on': {
    subject: 'Two-factor authentication is on',
    text: 'Signing in to your account now asks for a code from your authenticator app.',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication is off',
    text: 'Signing in to your account asks for the password alone now.',
  },
  'signed-out': {
    subject: 'You have been signed out',
    text: 'Site administration has ended every session of your account. Sign in again with your password.',
  },
  'site-admin-on': {
    subject: 'You are a site admin now',
    text: 'Your account may now open and suspend boards, and look after users.',
  },
  'site-admin-off': {
    subject: 'You are no longer a site admin',
    text: 'Your account no longer looks after boards and users. On your own boards nothing has changed.',
  },
  'account-disabled': {
    subject: 'Your account was disabled',
    text: 'Site administration has shut your account. You have been signed out everywhere, and it opens nothing until it is enabled again.',
  },
  'account-enabled': {
    subject: 'Your account is enabled again',
    text: 'Site administration has opened your account again. Sign in with your password as before.',
  },
  'recovery-codes-renewed': {
    subject: 'Your recovery codes were renewed',
    text: 'New recovery codes were made for your account. The ones from before open nothing any more.',
  },
} as const satisfies Readonly<Record<string, { readonly subject: string; readonly text: string }>>;

export type SecurityNotice = keyof typeof noticeTexts;
