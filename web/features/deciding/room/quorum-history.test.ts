import { expect, test } from 'vitest';
import { changeText, type QuorumChange } from './quorum-history.tsx';

const change = (given: Partial<QuorumChange> = {}): QuorumChange => ({
  ...{ at: '2026-11-19T14:00:00.000Z', agenda_item_id: null, present: 0, needed: 4, in_office: 7, met: false },
  ...{ causes: [], ...given },
});
const labels = { names: new Map([['bea', 'Bea']]), numbers: new Map<string, string>() };

test('the first quorum count in an empty room is labelled as the call to order, not as a correction', () => {
  expect(changeText(change(), undefined, labels)).toBe('Called to order');
  expect(changeText(change(), change({ present: 1 }), labels)).toBe('Corrected');
  expect(changeText(change({ causes: [{ kind: 'arrived', member_id: 'bea' }] }), change(), labels)).toBe('Bea arrived');
});
