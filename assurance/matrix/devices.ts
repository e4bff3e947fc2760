import { randomUUID } from 'node:crypto';
import type { MatrixEntry } from './entry.ts';
import { everybody } from './outcomes.ts';

const noBody = { body: {} };
const nowhere = () => ({ params: { id: randomUUID() } });

export const deviceEntries: Readonly<Record<string, MatrixEntry>> = {
  'devices.list': { policy: everybody, calls: () => ({ own: {} }) },
  'devices.signOut': { policy: () => 'missing', calls: () => ({ missing: { ...nowhere(), ...noBody } }) },
  'devices.signOutOthers': { policy: everybody, calls: () => ({ own: noBody }) },
  'devices.endTrust': { policy: () => 'missing', calls: () => ({ missing: nowhere() }) },
  'devices.forget': { policy: () => 'missing', calls: () => ({ missing: nowhere() }) },
};
