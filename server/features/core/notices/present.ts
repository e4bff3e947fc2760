export const noticeTexts = {
  'password-changed': {
    subject: 'Your password was changed',
    text: 'The password of your account was changed. Everywhere else that you were signed in, you have been signed out.',
  },
  'password-reset': {
    subject: 'Your password was reset',
    text: 'A new password was set for your account by a link from this mailbox. Everywhere that you were signed in, you have been signed out. Your passkeys and connected sign-ins still open it.',
  },
  'password-removed': {
    subject: 'Your password was removed',
    text: 'Your account has no password any more. Your passkeys sign in to it.',
  },
  'password-set': {
    subject: 'Your account has a password again',
    text: 'A password was chosen for your account, which had none. It signs in from now on.',
  },
  'no-password': {
    subject: 'Your account has no password',
    text: 'Somebody asked for a new password for this address. Your account has none and needs none, so nothing was changed. Sign in with a passkey, as you did before.',
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
  'app-off': {
    subject: 'Your authenticator app is off',
    text: 'Signing in to your account takes no more codes from your authenticator app. Your passkeys still sign in.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A new passkey signs in to your account from now on, without password and code.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'One of the passkeys of your account was removed. It no longer signs in.',
  },
  'passkey-refused': {
    subject: 'One of your passkeys was refused',
    text: 'Somebody used one of your passkeys in a way that a copy of it would. It was refused. Remove that passkey from your account and make a new one.',
  },
  'sign-in-connected': {
    subject: 'A sign-in was connected',
    text: 'Your account can now be signed in to by another provider, too.',
  },
  'sign-in-disconnected': {
    subject: 'A sign-in was disconnected',
    text: 'A provider that was connected with your account no longer signs in to it. Whoever had signed in by it is signed out.',
  },
  'new-device': {
    subject: 'New sign-in to your account',
    text: 'Somebody signed in to your account on a device that it has not been used on before.',
  },
  'sign-in-reset': {
    subject: 'Your sign-in was reset',
    text: 'Site administration has reset how you sign in. If your account had an authenticator app, passkeys or recovery codes, they no longer work. Choose a new password by the link that comes to this mailbox.',
  },
  /** Used if `PASSWORD_RESET_URL` is set; the fact `password` contains it. */
  'sign-in-reset-elsewhere': {
    subject: 'Your sign-in was reset',
    text: 'Site administration has reset how you sign in. If your account had an authenticator app, passkeys or recovery codes, they no longer work. Your password is unchanged. If you do not know it, choose a new one at the address below.',
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

export const noticeFacts = {
  passkey: 'Passkey',
  provider: 'Provider',
  device: 'Device',
  from: 'Network address',
  password: 'A new password',
  opens: 'It signs in from',
} as const;
export type NoticeFact = keyof typeof noticeFacts;
