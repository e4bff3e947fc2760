import { expect, test } from 'vitest';
import { registerFileMax } from '#domain/resolutions.ts';
import { registerPlan } from './present.ts';
import type { DecidedRow } from './queries.ts';

const board = {
  title: 'Harbour Trust',
  logoUrl: null,
  primaryColor: '#124e52',
  dates: { timeZone: 'America/Halifax', dateStyle: 'mdy' },
  paperSize: 'letter',
} as const;
const at = new Date('2026-11-19T18:00:00Z');
const carried: DecidedRow = {
  id: 'a',
  kind: 'meeting',
  state: 'carried',
  is_withheld: false,
  number: '2026-001',
  year: 2026,
  title: 'Wharf Road',
  text: 'That the land be bought.',
  body_id: 'board',
  body_name: '',
  decided_at: at,
  way: 'named',
  by_casting_vote: false,
  entered_afterwards: false,
  meeting_id: 'm',
  meeting_title: 'November meeting',
  votes_for: 4,
  votes_against: 1,
  abstentions: 1,
};
const plan = (entries: readonly DecidedRow[], query: { readonly body?: string } = {}) =>
  registerPlan(
    { board },
    { words: '', ...query },
    {
      entries,
      bodies: [{ id: 'board', name: '' }],
      name: 'Ada Moser',
      at,
      years: [{ year: 2026, numbers: entries.length, carried: entries.length, passed: 0, void: 0 }],
    },
  );
const motionOf = (row: DecidedRow) => {
  const [section] = plan([row]).sections;
  const part = section?.kind === 'item' ? section.parts[0] : undefined;
  return part?.kind === 'motion' ? part : undefined;
};

test('a register entry states where, when and how a motion was decided, with the counts', () => {
  const day = 'Thursday, November 19, 2026';
  expect(motionOf(carried)).toMatchObject({
    text: 'That the land be bought.',
    facts: ['November meeting', day, 'By name'],
    outcome: 'Carried, 4 – 1, 1 abstained',
  });
  const tie = { ...carried, by_casting_vote: true, entered_afterwards: true, body_name: 'Audit' };
  expect(motionOf(tie)?.facts).toEqual([
    'November meeting',
    day,
    'Audit',
    'By name',
    'Decided by the chair’s casting vote',
    'Entered afterwards',
  ]);
  const lost = { ...carried, state: 'not-carried' as const, number: null, votes_for: 3, votes_against: 3 };
  expect(motionOf(lost)?.outcome).toBe('Tied 3 – 3: not carried, 1 abstained');
  const text = 'That\n\n1. it be bought;\n2. it be built on.';
  expect(motionOf({ ...carried, text })?.text).toBe(text);
});

test('a register entry of a void vote has no counts, even if the vote was not secret', () => {
  expect(motionOf({ ...carried, state: 'void' })?.outcome).toBe('Void');
  const secret = { ...carried, state: 'void', way: 'secret', votes_for: null } as const;
  expect(motionOf(secret)?.outcome).toBe('Void');
});

test('a register entry of a withheld item shows only the meeting, the date and the result', () => {
  const row: DecidedRow = {
    ...carried,
    is_withheld: true,
    number: 'Withheld',
    title: 'Withheld item',
    text: '',
    way: null,
    votes_for: null,
    votes_against: null,
    abstentions: null,
  };
  const words = 'Withheld item, November meeting, Thursday, November 19, 2026, Carried';
  expect(plan([row]).sections).toEqual([{ kind: 'withheld', depth: 0, number: '', words }]);
});

test('a register file that would be too long contains only the latest entries, and says so', () => {
  const count = registerFileMax + 1;
  const rows = Array.from({ length: count }, (_, nth) => ({ ...carried, number: `2026-${count - nth}` }));
  const { sections, closing } = plan(rows);
  expect(sections).toHaveLength(registerFileMax);
  expect([sections[0]?.number, sections.at(-1)?.number]).toEqual(['2026-2', `2026-${count}`]);
  expect(closing[0]).toBe(`Only the latest ${registerFileMax} entries are listed.`);
  expect(plan(rows.slice(1)).closing).toHaveLength(1);
});

test('the register of a body missing from the list of bodies shows the name stored in its entries', () => {
  expect(plan([{ ...carried, body_name: 'Audit' }], { body: 'audit' }).lede).toBe('Audit');
  expect(plan([carried], { body: 'board' }).lede).toBe('Whole board');
  expect(() => plan([], { body: 'audit' })).toThrow();
});
