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
  scopeWords: 'Enter words with a space between them, such as openid email.',
  noSubject: (name: string): string =>
    `The sign-in with ${name} did not finish, because it sent no usable identifier for your account. Tell those who run it.`,
  tested: (name: string): string => `The test sign-in with ${name} worked.`,
  testFailed: (name: string, why: string): string => `The test sign-in with ${name} did not work. ${why}`,
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
  address: { right: 'The provider was reached.', wrong: '', unknown: '' },
  issuer: { right: 'It calls itself by this issuer.', wrong: '', unknown: '' },
  flow: {
    right: 'It offers the code flow with PKCE.',
    wrong: 'It does not offer the code flow with PKCE (S256). Allow it there; Keycloak calls it Standard flow.',
    unknown: '',
  },
  signing: { right: 'It signs with an algorithm that can be checked.', wrong: '', unknown: '' },
  keys: {
    right: 'It publishes the keys of its signatures.',
    wrong: 'It publishes no key for its signature. For this client, choose a signing key there.',
    unknown: 'Its keys could not be read. Sign in once to see.',
  },
  client: {
    right: 'It knows the client and its secret.',
    wrong: 'It refuses the client id or the secret.',
    unknown: 'Whether the client id and secret are right could not be told. Sign in once to see.',
  },
  redirect: {
    right: 'It knows the redirect address.',
    wrong: 'It refuses the redirect address or the client id. Register the address there, letter by letter.',
    unknown: 'Whether the redirect address is registered could not be told. Sign in once to see.',
  },
  scope: {
    right: 'It accepts the scope.',
    wrong: '',
    unknown: 'Whether it accepts the scope could not be told. Sign in once to see.',
  },
} as const;
export const unsupportedSigningText = (algorithms: string): string =>
  `It signs ID tokens with ${algorithms}, which cannot be checked. For this client, choose a signing key or the algorithm RS256 there.`;
export const rejectedScopeText = (scope: string): string =>
  `It refuses the scope “${scope}”. Allow it for this client there, or enter openid as the scope here.`;

const testFailures: Readonly<Record<string, string>> = {
  ...addressFailures,
  alg: 'It signed the ID token with an algorithm that cannot be checked. For this client, choose a signing key or the algorithm RS256 there.',
  OAUTH_KEY_SELECTION_FAILED: testTexts.keys.wrong,
  signature: 'Its signature matches none of its published keys.',
  encrypted: 'It encrypted the ID token. Switch that off for this client there.',
  sub: 'It sent no identifier (sub) of 1 to 255 characters. For this client, choose one there that never changes.',
  invalid_scope: 'It refuses the scope. Allow it for this client there, or enter openid as the scope here.',
  invalid_client: testTexts.client.wrong,
  unauthorized_client: testTexts.client.wrong,
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: testTexts.client.wrong,
  access_denied: 'The sign-in was cancelled there, or this account may not use the client.',
  hd: 'This account is not of the domain of your organisation.',
};
/** `reason` is the word in the log. */
export const testFailure = (reason: string): string =>
  testFailures[reason] ?? `The reason is “${reason}”, as in the server’s log.`;

export const otherIssuerText = (says: string): string =>
  `It calls itself ${says}. Enter that as the issuer, if it is the one that you mean.`;
