import { browserRemovals } from './browser-removals.ts';
import { identityRemovals } from './identity-removals.ts';
import { inputRemovals } from './input-removals.ts';
import { passkeyRemovals } from './passkey-removals.ts';
import type { Removal } from './removal.ts';
import { rightsRemovals } from './rights-removals.ts';

/** Every control that can be taken out, in the order of the requirements' chapters. */
export const removals: readonly Removal[] = [
  ...inputRemovals,
  ...browserRemovals,
  ...identityRemovals,
  ...passkeyRemovals,
  ...rightsRemovals,
].toSorted((a, b) => a.requirement.localeCompare(b.requirement, 'en', { numeric: true }));
