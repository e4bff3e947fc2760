import { randomUUID } from 'node:crypto';
import type { MatrixEntry } from './endpoints.ts';
import { everybody } from './outcomes.ts';

const text = 'cGFzc2tleQ';
const signed = { id: text, client_data: text, authenticator_data: text, signature: text, user_handle: null };
const made = { id: text, client_data: text, attestation: text, transports: [] };
const noBody = { body: {} };
const token = () => ({ params: { token: 'q'.repeat(43) } });
const nowhere = () => ({ params: { id: randomUUID() } });
const missing = (more: object = {}): MatrixEntry => ({
  policy: () => 'missing',
  calls: () => ({ missing: { ...token(), ...more } }),
});

/** Nobody of the matrix has lost their way in: what officers and others may do with a request is in recovery.test.ts beside it. */
export const recoveryEntries: Readonly<Record<string, MatrixEntry>> = {
  'recoveries.ask': { policy: everybody, calls: () => ({ own: { body: { email: 'nobody@example.org' } } }) },
  'recoveries.step': missing(),
  'recoveries.begin': missing({ body: { board_id: randomUUID() } }),
  'recoveries.stopByMail': missing(noBody),
  'recoveries.beginPasskey': missing(noBody),
  'recoveries.keepPasskey': missing({ body: { name: 'Desk', made } }),
  'recoveries.beginUse': missing(noBody),
  'recoveries.use': missing({ body: { signed } }),
  'recoveries.get': { policy: () => 'missing', calls: () => ({ missing: nowhere() }) },
  'recoveries.vouch': { policy: () => 'missing', calls: () => ({ missing: { ...nowhere(), body: { code: '1' } } }) },
  'recoveries.stop': { policy: () => 'missing', calls: () => ({ missing: { ...nowhere(), ...noBody } }) },
  'recoveries.askForBoard': {
    policy: () => 'missing',
    calls: () => ({ missing: { body: { board_id: randomUUID() } } }),
  },
};
