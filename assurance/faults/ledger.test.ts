import { expect, test } from 'vitest';
import { Interrupted, openLedger } from './ledger.ts';

function kept(ledger: ReturnType<typeof openLedger>, value: string) {
  const stored = { value };
  const register = ledger.keep({ name: 'answer', value, read: async () => stored.value });
  return { stored, register };
}
const line = { memberId: 'ada', action: 'meeting.answered' };
const mail = [{ to: 'ada@harbour.example', about: 'Meeting' }];
const broken = () => Promise.reject(new Interrupted('No answer came.', { sentAt: 0 }));

test('an acknowledged value that is missing is a loss', async () => {
  const ledger = openLedger();
  const { register } = kept(ledger, 'none');
  await ledger.write(register, { value: 'declined', line, mail, send: async () => undefined });
  await ledger.settle(register);
  expect(ledger.losses).toEqual(['answer is none; acknowledged was declined']);
  expect(ledger.counts()).toEqual({ sent: 1, acknowledged: 1, checked: 1 });
});

test('an unacknowledged write may have happened completely or not at all', async () => {
  const ledger = openLedger();
  const { stored, register } = kept(ledger, 'none');
  await expect(ledger.write(register, { value: 'declined', line, mail, send: broken })).rejects.toThrow(Interrupted);
  await ledger.settle(register);
  expect([ledger.losses, ledger.log.size, ledger.promisedMail]).toEqual([[], 0, []]);
  await expect(ledger.write(register, { value: 'declined', line, mail, send: broken })).rejects.toThrow(Interrupted);
  stored.value = 'declined';
  await ledger.settle(register);
  expect([ledger.losses, ledger.log.get('ada meeting.answered'), ledger.promisedMail]).toEqual([[], 1, mail]);
});

test('a value that is neither old nor new is a loss, and so is a late change', async () => {
  const ledger = openLedger();
  const { stored, register } = kept(ledger, 'none');
  await expect(ledger.write(register, { value: 'declined', line, send: broken })).rejects.toThrow(Interrupted);
  stored.value = 'half';
  await ledger.settle(register);
  stored.value = 'declined';
  await ledger.settle(register);
  expect(ledger.losses).toHaveLength(2);
});
