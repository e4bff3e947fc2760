export const providerKinds = ['entra', 'google', 'keycloak', 'other'] as const;
export type ProviderKind = (typeof providerKinds)[number];

export const testSteps = ['address', 'issuer', 'flow', 'signing', 'keys', 'client', 'redirect', 'scope'] as const;
export type TestStep = (typeof testSteps)[number];

export const scopeUsual = 'openid email';
export const scopeLeast = 'openid';
/** OpenID Connect requires the scope `openid`. */
export const wholeScope = (typed: string): string =>
  [...new Set([scopeLeast, ...typed.split(' ').filter((word) => word !== '')])].join(' ');

export const providersMax = 20;
export const connectionsMax = 10;

export const googleIssuer = 'https://accounts.google.com';
const entraHost = 'https://login.microsoftonline.com';

/** `tenant` must be the directory's id, because Entra's tokens do not match an issuer with a domain name. */
export const entraIssuer = (tenant: string): string => `${entraHost}/${tenant.trim().toLowerCase()}/v2.0`;

export function keycloakIssuer(host: string, realm: string): string {
  const address = host
    .trim()
    .replace(/\/realms\/[^/]+\/*$/, '')
    .replace(/\/+$/, '');
  const isWhole = /^https?:\/\//.test(address);
  return `${isWhole ? address : `https://${address}`}/realms/${realm.trim()}`;
}

export function partsOfIssuer(kind: ProviderKind, issuer: string): { readonly first: string; readonly second: string } {
  const entra = /^https:\/\/[^/]+\/([^/]+)\/v2\.0$/.exec(issuer);
  const keycloak = /^(.*)\/realms\/([^/]+)$/.exec(issuer);
  if (kind === 'entra') return { first: entra?.[1] ?? '', second: '' };
  if (kind === 'keycloak') return { first: keycloak?.[1] ?? '', second: keycloak?.[2] ?? '' };
  return { first: '', second: '' };
}

const tenantId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The tenant of personal Microsoft accounts. */
const consumersTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
const entraHosts = /(^|\.)(microsoftonline\.(com|us|de)|partner\.microsoftonline\.cn|sts\.windows\.net)$/;

/** `common`: an issuer for all tenants, which would let any Microsoft account sign in. */
export type IssuerFault = 'address' | 'common' | 'tenant' | 'realm' | 'google' | null;

export function issuerFault(kind: ProviderKind, issuer: string): IssuerFault {
  if (!URL.canParse(issuer)) return 'address';
  const { protocol, hostname, pathname, search, hash } = new URL(issuer);
  if (!/^https?:$/.test(protocol) || `${search}${hash}` !== '') return 'address';
  const isOfEntra = entraHosts.test(hostname);
  const [, tenant = ''] = pathname.split('/');
  if (isOfEntra && ['common', 'organizations', 'consumers', consumersTenant].includes(tenant.toLowerCase()))
    return 'common';
  if (kind === 'entra' && !(isOfEntra && tenantId.test(tenant) && /^\/[^/]+\/v2\.0$/.test(pathname))) return 'tenant';
  if (kind === 'google' && issuer !== googleIssuer) return 'google';
  if (kind === 'keycloak' && !/\/realms\/[^/]+$/.test(pathname)) return 'realm';
  return null;
}
