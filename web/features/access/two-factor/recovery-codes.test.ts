import { expect, test } from 'vitest';
import { recoveryCodesFile } from './recovery-codes.tsx';

test('the file of recovery codes names their owner and has one code per line', () => {
  const text = recoveryCodesFile({ appName: 'Dais', email: 'ada@example.org', codes: ['abcde-fghjk', 'mnpqr-stuvw'] });
  const head = ['Dais recovery codes for ada@example.org', 'Each works once.', ''];
  expect(text.split('\r\n')).toEqual([...head, 'abcde-fghjk', 'mnpqr-stuvw', '']);
});
