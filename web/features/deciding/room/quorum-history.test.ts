import { expect, test } from 'vitest';
import { changeText, type QuorumChange, quorumCurve } from './quorum-history.tsx';

const change = (given: Partial<QuorumChange> = {}): QuorumChange => ({
  at: '2026-11-19T14:00:00.000Z',
  agenda_item_id: null,
  present: 0,
  needed: 4,
  in_office: 7,
  met: false,
  causes: [],
  ...given,
});
const labels = { names: new Map([['bea', 'Bea']]), numbers: new Map<string, string>() };

test('the first quorum count in an empty room is labelled as the call to order, not as a correction', () => {
  expect(changeText(change(), undefined, labels)).toBe('Called to order');
  expect(changeText(change(), change({ present: 1 }), labels)).toBe('Corrected');
  expect(changeText(change({ causes: [{ kind: 'arrived', member_id: 'bea' }] }), change(), labels)).toBe('Bea arrived');
});

const box = { width: 100, height: 80 };
const at = (minute: number, present: number, needed = 2): QuorumChange =>
  change({ at: new Date(minute * 60_000).toISOString(), present, needed, in_office: 4, met: present >= needed });

test('the quorum curve has a step at the time of each change, and extends to the current time', () => {
  const curve = quorumCurve([at(20, 3, 3), at(10, 2), at(0, 1)], new Date(40 * 60_000), box);
  expect(curve).toEqual({
    line: 'M0 60H25V40H50V20H100',
    area: 'M0 60H25V40H50V20H100V80H0Z',
    needed: 'M0 40H25V40H50V20H100',
    end: { x: 100, y: 20 },
    neededY: 20,
  });
});

test('the quorum curve is scaled to fit a quorum above the number of members in office', () => {
  expect(quorumCurve([], new Date(0), box)).toBeNull();
  expect(quorumCurve([at(1, 1)], new Date(60_000), box)?.line).toBe('M0 60H100');
  expect(quorumCurve([at(1, 1, 8)], new Date(60_000), box)?.neededY).toBe(0);
});
