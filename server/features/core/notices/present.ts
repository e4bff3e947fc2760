export const noticeTexts = {
  'password-changed': {
    subject: 'Your password was changed',
    text: 'Your account’s password was changed. You have been signed out everywhere else.',
  },
  'password-reset': {
    subject: 'Your password was reset',
    text: 'A new password was set for your account using a link that was sent to this address. You have been signed out everywhere. Your passkeys and connected sign-ins still work.',
  },
  'password-removed': {
    subject: 'Your password was removed',
    text: 'Your account no longer has a password. You now sign in with your passkeys.',
  },
  'password-set': {
    subject: 'Your account has a password again',
    text: 'A password was set for your account, which had none. You can sign in with it from now on.',
  },
  'no-password': {
    subject: 'Your account has no password',
    text: 'Somebody asked for a new password for this address. Your account has no password and does not need one, so nothing was changed. Sign in with a passkey as before.',
  },
  'email-changed': {
    subject: 'Your email address was changed',
    text: 'Your account’s email address was changed. You can no longer sign in with this one, and no more email will be sent to it.',
  },
  'two-factor-on': {
    subject: 'Two-factor authentication is on',
    text: 'Signing in to your account now requires a code from your authenticator app.',
  },
  'two-factor-off': {
    subject: 'Two-factor authentication is off',
    text: 'Signing in to your account now requires only your password.',
  },
  'app-off': {
    subject: 'Your authenticator app was turned off',
    text: 'Codes from your authenticator app can no longer be used to sign in. Your passkeys still work.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'You can now sign in to your account with a new passkey, without a password or a code.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'One of your account’s passkeys was removed. You can no longer sign in with it.',
  },
  'passkey-refused': {
    subject: 'One of your passkeys was refused',
    text: 'One of your passkeys was used in a way that suggests it was copied, so the sign-in was refused. Remove that passkey from your account and create a new one.',
  },
  'sign-in-connected': {
    subject: 'A sign-in provider was connected',
    text: 'You can now also sign in to your account with another provider.',
  },
  'sign-in-disconnected': {
    subject: 'A sign-in provider was disconnected',
    text: 'A provider that was connected to your account can no longer be used to sign in. Devices that had signed in with it have been signed out.',
  },
  'new-device': {
    subject: 'New sign-in to your account',
    text: 'Somebody signed in to your account on a new device.',
  },
  'sign-in-reset': {
    subject: 'Your sign-in was reset',
    text: 'A site admin has reset your sign-in. If your account had an authenticator app, passkeys or recovery codes, they no longer work. Choose a new password with the link in a second message to this address.',
  },
  'sign-in-reset-elsewhere': {
    subject: 'Your sign-in was reset',
    text: 'A site admin has reset your sign-in. If your account had an authenticator app, passkeys or recovery codes, they no longer work. Your password is unchanged. If you do not know it, choose a new one at the address below.',
  },
  'signed-out': {
    subject: 'You have been signed out',
    text: 'A site admin has signed you out on every device. Sign in again with your password.',
  },
  'site-admin-on': {
    subject: 'You are now a site admin',
    text: 'You can now create and suspend boards and manage users.',
  },
  'site-admin-off': {
    subject: 'You are no longer a site admin',
    text: 'You can no longer manage boards and users. Nothing has changed on your own boards.',
  },
  'account-disabled': {
    subject: 'Your account was disabled',
    text: 'A site admin has disabled your account. You have been signed out everywhere, and you cannot sign in until it is enabled again.',
  },
  'account-enabled': {
    subject: 'Your account is enabled again',
    text: 'A site admin has enabled your account again. Sign in with your password as before.',
  },
  'recovery-codes-renewed': {
    subject: 'Your recovery codes were renewed',
    text: 'New recovery codes were created for your account. The old ones no longer work.',
  },
} as const satisfies Readonly<Record<string, { readonly subject: string; readonly text: string }>>;

export type SecurityNotice = keyof typeof noticeTexts;

export const noticeFacts = {
  passkey: 'Passkey',
  provider: 'Provider',
  device: 'Device',
  from: 'Network address',
  password: 'New password',
  opens: 'Sign-in blocked until',
} as const;
export type NoticeFact = keyof typeof noticeFacts;
