import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { canDeclareFor, canEditInterest } from './policy.ts';
import { canReadRegister } from './visibility.ts';

test('signed-in members can declare their own interests, and signed-in board admins can declare for everybody', () => {
  expect(canDeclareFor(as.member, as.myself)).toBe(true);
  expect(canDeclareFor(as.chair, as.someoneElse)).toBe(false);
  expect(canDeclareFor(as.admin, as.someoneElse)).toBe(true);
  for (const reader of as.bySecrets(as.admin)) {
    expect([as.myself, as.someoneElse].map((id) => canDeclareFor(reader, id))).toEqual([false, false]);
  }
});

test('ended interests and interests of former members cannot be edited', () => {
  const held = { member_id: as.myself, until: null, holder_removed_at: null };
  expect(canEditInterest(as.member, held)).toBe(true);
  expect(canEditInterest(as.member, { ...held, member_id: as.someoneElse })).toBe(false);
  expect(canEditInterest(as.admin, { ...held, member_id: as.someoneElse })).toBe(true);
  expect(canEditInterest(as.admin, { ...held, until: '2026-10-01' })).toBe(false);
  expect(canEditInterest(as.admin, { ...held, holder_removed_at: new Date(0) })).toBe(false);
});

test('the register of interests is open to voters, officers and board admins, or only to board admins if members are hidden from each other', () => {
  const neither = { votes: false, is_officer: false };
  const reads = (reader: as.Reader, facts = neither, peopleHidden = false) =>
    canReadRegister({ ...reader, board: { peopleHidden } }, facts);
  expect(reads(as.member)).toBe(false);
  expect(reads(as.member, { ...neither, votes: true })).toBe(true);
  expect(reads(as.member, { ...neither, is_officer: true })).toBe(true);
  expect(reads(as.member, { ...neither, votes: true }, true)).toBe(false);
  expect(reads(as.admin)).toBe(true);
  expect(reads(as.admin, neither, true)).toBe(true);
});
