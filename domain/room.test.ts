import { expect, test } from 'vitest';
import { adjourningText } from './messages/room.ts';
import { causesAt, isThereAt, overlaps, recusedFrom } from './room.ts';

const at = (time: string) => new Date(`2026-11-19T${time}:00Z`);
const presence = (from: string, until: string | null) => ({
  member_id: 'a',
  mode: 'in-person' as const,
  arrived_at: at(from),
  left_at: until === null ? null : at(until),
});

const recusalOf = (member_id: string, agenda_item_id: string, from: string | null, until: string | null) => ({
  member_id,
  agenda_item_id,
  recused_at: from === null ? null : at(from),
  lifted_at: until === null ? null : at(until),
});

test('a member is present from arrival until departure', () => {
  const there = (until: string | null) =>
    ['13:59', '14:00', '15:00', '16:00'].map((time) => isThereAt(presence('14:00', until), at(time)));
  expect(there('15:00')).toEqual([false, true, false, false]);
  expect(there(null)).toEqual([false, true, true, true]);
});

test('two periods of presence overlap if each begins before the other ends', () => {
  const first = presence('14:00', '15:00');
  expect(overlaps(first, presence('15:00', null))).toBe(false);
  expect(overlaps(first, presence('14:59', null))).toBe(true);
  expect(overlaps(presence('15:00', '16:00'), first)).toBe(false);
  expect(overlaps(presence('13:00', null), first)).toBe(true);
});

test('a recusal lasts until it is lifted, and is checked for the current time by default', () => {
  const recusal = (item: string, from: string | null, until: string | null) =>
    recusalOf(`${item} ${from} ${until}`, item, from, until);
  const all = [
    recusal('rent', '14:00', null),
    recusal('rent', '14:00', '15:00'),
    recusal('rent', null, null),
    recusal('pay', '14:00', null),
  ];
  const of = (itemId: string | null, time?: string) => [
    ...recusedFrom(all, time === undefined ? { itemId } : { itemId, at: at(time) }),
  ];
  expect(of('rent')).toEqual(['rent 14:00 null']);
  expect(of('pay')).toEqual(['pay 14:00 null']);
  expect(of(null)).toEqual([]);
  expect(of('rent', '13:59')).toEqual([]);
  expect(of('rent', '14:00')).toEqual(['rent 14:00 null', 'rent 14:00 15:00']);
  expect(of('rent', '15:00')).toEqual(['rent 14:00 null']);
});

test('a change in the quorum is attributed to the arrivals, departures and recusals at that instant', () => {
  const presences = [
    { ...presence('14:00', '15:00'), member_id: 'ada' },
    { ...presence('15:00', null), member_id: 'ben' },
  ];

  const recusals = [
    recusalOf('cai', 'rent', '15:00', '16:00'),
    recusalOf('dee', 'rent', null, '16:00'),
    recusalOf('eve', 'roof', '15:00', null),
  ];
  const causes = (time: string, item: string | null) => causesAt(at(time), item, { presences, recusals });
  expect(causes('15:00', 'rent')).toEqual([
    { kind: 'arrived', member_id: 'ben' },
    { kind: 'left', member_id: 'ada' },
    { kind: 'recused', member_id: 'cai' },
  ]);
  expect(causes('16:00', 'rent')).toEqual([{ kind: 'lifted', member_id: 'cai' }]);
  expect(causes('14:00', null)).toEqual([{ kind: 'arrived', member_id: 'ada' }]);
  expect(causes('14:30', 'rent')).toEqual([]);
});

test('the adjournment dialog warns that undecided ties will count as not carried', () => {
  const after = 'Everybody who is here will be checked out. You can undo this.';
  expect(adjourningText(0)).toBe(after);
  expect(adjourningText(1)).toBe(
    `${after} 1 motion is tied and not decided by the chair. It will count as not carried, even if you undo this.`,
  );
  expect(adjourningText(2)).toBe(
    `${after} 2 motions are tied and not decided by the chair. They will count as not carried, even if you undo this.`,
  );
});
