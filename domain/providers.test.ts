import { expect, test } from 'vitest';
import { entraIssuer, googleIssuer, issuerFault, keycloakIssuer, partsOfIssuer } from './providers.ts';

const tenant = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490';

test.each(['common', 'organizations', 'consumers', 'COMMON', '9188040d-6c67-4c5b-b112-36a304b66dad'])(
  'the shared Entra tenant %s is rejected in every spelling',
  (shared) => {
    for (const kind of ['entra', 'other'] as const) {
      expect(issuerFault(kind, `https://login.microsoftonline.com/${shared}/v2.0`)).toBe('common');
      expect(issuerFault(kind, `https://sts.windows.net/${shared}/`)).toBe('common');
    }
  },
);

test('each kind of sign-in provider has its own rules for a valid issuer', () => {
  expect(issuerFault('entra', entraIssuer(tenant))).toBe(null);
  expect(issuerFault('entra', entraIssuer('harbour.example'))).toBe('tenant');
  expect(issuerFault('entra', `https://evil.example/${tenant}/v2.0`)).toBe('tenant');
  expect(issuerFault('google', googleIssuer)).toBe(null);
  expect(issuerFault('google', 'https://accounts.google.com.evil.example')).toBe('google');
  expect(keycloakIssuer(' id.harbour.example/ ', ' board ')).toBe('https://id.harbour.example/realms/board');
  expect(keycloakIssuer('https://harbour.example/auth', 'board')).toBe('https://harbour.example/auth/realms/board');
  expect(keycloakIssuer('https://harbour.example/realms/board/', 'board')).toBe('https://harbour.example/realms/board');
  expect(issuerFault('keycloak', 'https://id.harbour.example/realms/board')).toBe(null);
  expect(issuerFault('keycloak', 'https://id.harbour.example')).toBe('realm');
  expect(issuerFault('other', 'https://id.harbour.example/?a=b')).toBe('address');
  expect(issuerFault('other', 'id.harbour.example')).toBe('address');
});

test('a provider’s issuer is split into the form fields for that kind of provider', () => {
  expect(partsOfIssuer('entra', entraIssuer(tenant))).toEqual({ first: tenant, second: '' });
  expect(partsOfIssuer('keycloak', 'https://harbour.example/auth/realms/board')).toEqual({
    first: 'https://harbour.example/auth',
    second: 'board',
  });
});
