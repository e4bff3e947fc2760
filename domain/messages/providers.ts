import type { IssuerFault, ProviderKind } from '../providers.ts';

export const providerMessages = {
  notConnected: 'No account is connected with this sign-in. Sign in as usual, then connect it.',
  notFinished: (name: string): string => `The sign-in with ${name} did not finish.`,
  opensBy: (board: string, name: string): string => `${board} opens by ${name}.`,
  signInFirst: (board: string, name: string): string => `${board} opens by ${name}. Sign in by it first.`,
  claimedEmail: (email: string): string => `It said that you are ${email}.`,
  connectedElsewhere: 'This sign-in is connected with another account.',
  connectionsMost: (most: number): string => `An account can have ${most} connected sign-ins. Disconnect one first.`,
  providersMost: (most: number): string => `An installation can have ${most} providers. Remove one first.`,
  isOff: 'This provider is switched off.',
  shutsYouOut: (name: string): string =>
    `The board would shut you out. Sign in by ${name} first, or with a passkey or a code.`,
  isRequired: 'Boards open by this provider alone. Ask their admins to change that first.',
  secretWanted: 'The secret is wanted, since the issuer or the client id is another one.',
} as const;

const faults: Readonly<Record<NonNullable<IssuerFault>, string>> = {
  address: 'This is no address of an issuer. It begins with https://.',
  common:
    'This issuer speaks for the accounts of every company, so that nobody could be told from anybody else. Use your own tenant’s.',
  tenant: 'This is no tenant id. Entra calls it Directory (tenant) ID: 36 characters with four hyphens.',
  realm: 'This is no realm of Keycloak: its issuer ends with /realms/ and the realm’s name.',
  google: 'Google’s issuer is https://accounts.google.com.',
};
export const issuerMessage = (fault: NonNullable<IssuerFault>): string => faults[fault];

export const kindNames: Readonly<Record<ProviderKind, string>> = {
  entra: 'Microsoft Entra',
  google: 'Google',
  keycloak: 'Keycloak',
  other: 'Another provider',
};

export const providerLabels = {
  signInWith: (name: string): string => `Sign in with ${name}`,
  continueWith: (name: string): string => `Continue with ${name}`,
  others: 'Sign in with another provider',
  connect: (name: string): string => `Connect ${name}`,
  connectOnce: 'Your account is not connected with it yet. Sign in there once, and you go on.',
  thereAndBack: 'You signed in otherwise. Sign in there, and you come back here.',
} as const;

export const addressFailures = {
  'not-an-address': 'This is no address.',
  'not-https':
    'The address begins with http://, so that anybody on the way could read along. It must begin with https://.',
  'private-address':
    'The host has a private address. Whoever runs this server can name it in the setting OIDC_PRIVATE_HOSTS.',
  'not-found': 'No name server knows this host.',
  'not-reachable': 'The host was not reached.',
  certificate: 'The host’s certificate is not trusted.',
  'no-tls': 'The host was reached, but does not speak https there. Check the address and its port.',
  'too-slow': 'The host did not answer within 5 seconds.',
  'too-long': 'The answer was too long.',
  redirected: 'The host leads elsewhere, which is not followed. Use the address that it leads to.',
  'no-provider': 'The host was reached, but no OpenID Connect provider answers at this issuer.',
} as const;

export const testTexts = {
  address: { right: 'The provider was reached.', wrong: '', untold: '' },
  issuer: { right: 'It calls itself by this issuer.', wrong: '', untold: '' },
  flow: {
    right: 'It offers the code flow with PKCE.',
    wrong: 'It does not offer the code flow with PKCE (S256).',
    untold: '',
  },
  client: {
    right: 'It knows the client and its secret.',
    wrong: 'It refuses the client id or the secret.',
    untold: 'Whether the client id and secret are right could not be told. Sign in once to see.',
  },
  redirect: {
    right: 'It knows the redirect address.',
    wrong: 'It refuses the redirect address or the client id. Register the address there, letter by letter.',
    untold: 'Whether the redirect address is registered could not be told. Sign in once to see.',
  },
} as const;
export const issuerSays = (says: string): string =>
  `It calls itself ${says}. Enter that as the issuer, if it is the one that you mean.`;
