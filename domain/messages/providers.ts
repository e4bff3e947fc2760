import type { IssuerFault, ProviderKind } from '../providers.ts';

export const providerMessages = {
  notConnected:
    'This sign-in is not connected to an account yet. Sign in another way, then connect it in your account.',
  notFinished: (name: string): string => `Sign-in with ${name} was not completed.`,
  opensBy: (board: string, name: string): string => `${board} requires you to sign in with ${name}.`,
  signInFirst: (board: string, name: string): string => `${board} requires you to sign in with ${name} first.`,
  claimedEmail: (email: string): string => `The provider identified you as ${email}.`,
  connectedElsewhere: 'This sign-in is connected to another account.',
  connectionsMost: (most: number): string =>
    `An account can have at most ${most} connected sign-ins. Disconnect one first.`,
  providersMost: (most: number): string => `An installation can have at most ${most} providers. Remove one first.`,
  scopeWords: 'Enter words separated by spaces, such as openid email.',
  noSubject: (name: string): string =>
    `Sign-in with ${name} was not completed, because ${name} sent no usable identifier for your account. Tell the people who run ${name}.`,
  tested: (name: string): string => `The test sign-in with ${name} worked.`,
  testFailed: (name: string, why: string): string => `The test sign-in with ${name} did not work. ${why}`,
  isOff: 'This provider is switched off.',
  shutsYouOut: (name: string): string =>
    `This would lock you out of the board. Sign in with ${name} first, or with a passkey or a code.`,
  isRequired: 'Some boards require this provider. Ask their admins to remove this requirement first.',
  secretWanted: 'Enter the secret again, because the issuer or the client ID has changed.',
} as const;

export const issuerFaults: Readonly<Record<NonNullable<IssuerFault>, string>> = {
  address: 'This is not an issuer address. Issuer addresses begin with https://.',
  common:
    'This issuer is shared by all companies, so accounts could not be told apart. Use the issuer of your own tenant.',
  tenant: 'This is not a tenant ID. Entra calls it “Directory (tenant) ID”: 36 characters with four hyphens.',
  realm: 'This is not a Keycloak realm. The issuer of a realm ends with /realms/ and the realm’s name.',
  google: 'Google’s issuer is https://accounts.google.com.',
};

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
  connectOnce: 'Your account is not connected to this provider yet. Sign in with it once to continue.',
  thereAndBack: 'You signed in another way. Sign in with this provider, and you will return here.',
} as const;

export const addressFailures = {
  'not-an-address': 'This is not a valid address.',
  'not-https':
    'The address begins with http://, so others on the network could read what is sent. It must begin with https://.',
  'private-address':
    'The host has a private address. The operator of this server can allow it with the setting OIDC_PRIVATE_HOSTS.',
  'not-found': 'There is no host with this name.',
  'not-reachable': 'The host could not be reached.',
  certificate: 'The host’s certificate is not trusted.',
  'no-tls': 'The host was reached, but does not offer HTTPS at this address. Check the address and its port.',
  'too-slow': 'The host did not respond within 5 seconds.',
  'too-long': 'The host’s response was too long.',
  redirected: 'The host redirects to another address. Enter that address instead.',
  'no-provider': 'The host was reached, but no OpenID Connect provider was found at this issuer.',
} as const;

export const testTexts = {
  address: { right: 'The provider was reached.', wrong: '', unknown: '' },
  issuer: { right: 'The provider uses this issuer.', wrong: '', unknown: '' },
  flow: {
    right: 'The provider offers the code flow with PKCE.',
    wrong:
      'The provider does not offer the code flow with PKCE (S256). Enable the flow in the provider’s settings; Keycloak calls it “Standard flow”.',
    unknown: '',
  },
  signing: { right: 'The provider uses a supported signing algorithm.', wrong: '', unknown: '' },
  keys: {
    right: 'The provider publishes its signing keys.',
    wrong:
      'The provider does not publish its signing key. In the provider’s settings, choose a signing key for this client.',
    unknown: 'The provider’s keys could not be read. Run a test sign-in.',
  },
  client: {
    right: 'The provider accepts the client ID and the secret.',
    wrong: 'The provider rejects the client ID or the secret.',
    unknown: 'The client ID and the secret could not be checked. Run a test sign-in.',
  },
  redirect: {
    right: 'The provider accepts the redirect address.',
    wrong:
      'The provider rejects the redirect address or the client ID. Register exactly this address with the provider.',
    unknown: 'The redirect address could not be checked. Run a test sign-in.',
  },
  scope: {
    right: 'The provider accepts the scope.',
    wrong: '',
    unknown: 'The scope could not be checked. Run a test sign-in.',
  },
} as const;
export const unsupportedSigningText = (algorithms: string): string =>
  `The provider signs ID tokens with ${algorithms}, which this server does not support. In the provider’s settings, choose a signing key or the algorithm RS256 for this client.`;
export const rejectedScopeText = (scope: string): string =>
  `The provider rejects the scope “${scope}”. Allow it for this client in the provider’s settings, or enter openid as the scope here.`;

const testFailures: Readonly<Record<string, string>> = {
  ...addressFailures,
  alg: 'The provider signed the ID token with an unsupported algorithm. In the provider’s settings, choose a signing key or the algorithm RS256 for this client.',
  OAUTH_KEY_SELECTION_FAILED: testTexts.keys.wrong,
  signature: 'The signature matches none of the provider’s published keys.',
  encrypted: 'The provider encrypted the ID token. Switch off encryption for this client in the provider’s settings.',
  sub: 'The provider sent no identifier (sub) of 1 to 255 characters. In the provider’s settings, choose an identifier for this client that never changes.',
  invalid_scope:
    'The provider rejects the scope. Allow it for this client in the provider’s settings, or enter openid as the scope here.',
  invalid_client: testTexts.client.wrong,
  unauthorized_client: testTexts.client.wrong,
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: testTexts.client.wrong,
  access_denied: 'The sign-in was cancelled, or this account is not allowed to use the client.',
  hd: 'This account does not belong to your organisation’s domain.',
};
export const testFailure = (reason: string): string =>
  testFailures[reason] ?? `The server’s log gives the reason “${reason}”.`;

export const otherIssuerText = (says: string): string =>
  `The provider reports its issuer as ${says}. If this is the right provider, enter that issuer.`;
