import { expect, test } from 'vitest';
import { type QuorumChange, quorumCurve } from './quorum-history.tsx';

const box = { width: 100, height: 80 };
const change = (minute: number, present: number, needed = 2): QuorumChange => ({
  at: new Date(minute * 60_000).toISOString(),
  agenda_item_id: null,
  ...{ present, needed, in_office: 4, met: present >= needed },
  causes: [],
});

test('the quorum curve has a step at the time of each change, and extends to the current time', () => {
  const curve = quorumCurve([change(20, 3, 3), change(10, 2), change(0, 1)], new Date(40 * 60_000), box);
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
  expect(quorumCurve([change(1, 1)], new Date(60_000), box)?.line).toBe('M0 60H100');
  expect(quorumCurve([change(1, 1, 8)], new Date(60_000), box)?.neededY).toBe(0);
});
