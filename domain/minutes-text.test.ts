import { expect, test } from 'vitest';
import type { MinutesEvent, MinutesHead, MinutesPart, MinutesQuorum } from './meeting-minutes.ts';
import { minutesLine, quorumOfMinutes } from './minutes-text.ts';

test('minutes state the quorum for each item, except for items whose votes already state it', () => {
  const of = (present: number): MinutesQuorum => ({ present, in_office: 5, needed: 3, met: true });
  const part = (number: string, present: number, voted = false) =>
    ({
      number,
      quorum: of(present),
      events: voted ? [{ kind: 'motion', votes: [{ quorum: of(present) }] }] : [],
    }) as unknown as MinutesPart;
  const parts = [part('1', 5), part('2', 4), part('3', 4, true), part('4', 4), part('5', 3)];
  const head = { quorum: of(5) } as MinutesHead;
  const words = '5 of 5 present, 4 for items 2 and 4, 3 for item 5; 3 needed';
  expect(quorumOfMinutes(head, parts, 'UTC')).toBe(words);
});

test('right-to-left names in sentences are isolated', () => {
  const motion = { kind: 'motion', at: '2026-10-15T12:00:00.000Z', mover: 'דוד', seconder: 'علي', votes: [] };
  const { text } = minutesLine(motion as unknown as MinutesEvent, 'UTC');
  expect(text).toBe('Moved by \u2068דוד\u2069, seconded by \u2068علي\u2069.');
});
