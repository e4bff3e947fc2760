import { expect, test } from 'vitest';
import { stampLabel } from './stamp-label.ts';

test.each([
  [{ icon: 'Approved', subject: 'Stamp' }, 'Approved'],
  [{ icon: 'SBApproved', subject: 'Stamp' }, 'Approved'],
  [{ icon: 'SHSignHere' }, 'SignHere'],
  [{ icon: '#8MjQ2xT', subject: 'Company seal' }, 'Company seal'],
  [{ subject: 'Draft' }, 'Draft'],
  [{}, 'Stamp'],
])('a stamp with %o is labelled %s', (given, label) => {
  const rect = { left: 0, bottom: 0, right: 90, top: 30 };
  expect(stampLabel({ kind: 'stamp', id: 'one', page: 0, rect, ...given })).toBe(label);
});
