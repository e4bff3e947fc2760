import { randomUUID } from 'node:crypto';
import type { MatrixEntry } from './entry.ts';
import { everybody } from './outcomes.ts';

const only = (call: object) => () => ({ own: call });
const enteredSettings = {
  ...{
    kind: 'other',
    name: 'Harbour ID',
    issuer: 'https://127.0.0.1',
    client_id: 'dais',
    hosted_domain: '',
    scope: 'openid',
  },
  secret: 'a secret of the client',
} as const;
const { name: _, ...tested } = enteredSettings;
const unknown = { params: { id: randomUUID() } };

/** No sign-in provider is set up in the test data, so requests about a provider return 404. */
export const providerEntries: Readonly<Record<string, MatrixEntry>> = {
  'providers.list': { policy: everybody, calls: only({}) },
  'providers.add': {
    policy: everybody,
    calls: () => ({ own: { body: { id: randomUUID(), ...enteredSettings, counts_as_two_factors: false } } }),
  },
  'providers.edit': {
    policy: () => 'missing',
    calls: only({ ...unknown, body: { ...enteredSettings, counts_as_two_factors: false } }),
  },
  'providers.switch': { policy: () => 'missing', calls: only({ ...unknown, body: { is_off: true } }) },
  'providers.remove': { policy: () => 'missing', calls: only(unknown) },
  'providers.test': { policy: everybody, calls: only({ ...unknown, body: tested }) },
  'providers.testSignIn': { policy: () => 'missing', calls: only(unknown) },
  'providers.ofBoard': { policy: everybody, calls: only({}) },
  'providers.setOfBoard': { policy: everybody, calls: only({ body: { provider_id: null, required: false } }) },
  'providers.offered': { policy: everybody, calls: only({}) },
  'providers.begin': { policy: () => 'missing', calls: only({ ...unknown, body: {} }) },
  'providers.finish': { policy: everybody, calls: only({ ...unknown, query: { state: 'none', code: 'none' } }) },
  'providers.connections': { policy: everybody, calls: only({}) },
  'providers.connect': { policy: () => 'missing', calls: only({ body: { provider_id: randomUUID() } }) },
  'providers.disconnect': { policy: () => 'missing', calls: only(unknown) },
  'providers.confirm': { policy: () => 'missing', calls: only({ ...unknown, body: {} }) },
};
