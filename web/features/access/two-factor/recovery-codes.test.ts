import { expect, test } from 'vitest';
import { recoveryCodesFile } from './recovery-codes.tsx';

test('the file says whose codes they are and holds one a line', () => {
  const text = recoveryCodesFile({ appName: 'Dais', email: 'ada@example.org', codes: ['abcde-fghjk', 'mnpqr-stuvw'] });
  expect(text.split('\r\n')).toEqual([
    'Dais recovery codes of ada@example.org',
    'Each works once.',
    '',
    'abcde-fghjk',
    'mnpqr-stuvw',
    '',
  ]);
});
