import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Acceptance,
  acceptanceForLetter,
  acceptanceLabel,
  acceptances,
  attendanceLabel,
  isRsvpLetter,
  meetingTypes,
  rsvpLetters,
  rsvpOptions,
  shownAcceptance,
} from './rsvp.ts';
import { countAnswers, goingText, groupByAnswer } from './rsvp-counts.ts';

const anyType = fc.constantFrom(...meetingTypes);
const anyAcceptance = fc.constantFrom(...acceptances);
const anyLetter = fc.constantFrom(...rsvpLetters);

describe('the possible replies to a meeting', () => {
  test('are in-person, remote and declined for a hybrid meeting', () => {
    expect(rsvpOptions('hybrid')).toEqual([
      { letter: 'p', acceptance: 'accepted-in-person', label: 'Going in-person' },
      { letter: 'r', acceptance: 'accepted-remote', label: 'Going remote' },
      { letter: 'n', acceptance: 'declined', label: 'Not Going' },
    ]);
  });

  test('are “Not Going” and either “Going in-person” or “Going remote” for a meeting that is not hybrid', () => {
    expect(rsvpOptions('remote')).toEqual([
      { letter: 'y', acceptance: 'accepted', label: 'Going remote' },
      { letter: 'n', acceptance: 'declined', label: 'Not Going' },
    ]);
    expect(rsvpOptions('in-person').map((option) => option.label)).toEqual(['Going in-person', 'Not Going']);
  });
});

describe('the one-letter code of a reply', () => {
  test('is accepted if the meeting offers that reply, and the code m, which withdraws a reply, is always accepted', () => {
    fc.assert(
      fc.property(anyLetter, anyType, (letter, type) => {
        const offered = rsvpOptions(type).find((option) => option.letter === letter);
        const expected = letter === 'm' ? 'none' : (offered?.acceptance ?? null);
        expect(acceptanceForLetter(letter, type)).toBe(expected);
      }),
    );
  });

  test('is rejected if it is not one of the five known codes', () => {
    expect(['', 'x', 'Y', 'yes', 'constructor'].some(isRsvpLetter)).toBe(false);
  });
});

describe('the label of a reply', () => {
  test('names the reply, and is plain “Going” only for an old reply to a hybrid meeting', () => {
    expect(acceptanceLabel('none', 'hybrid')).toBe('No Reply');
    expect(acceptanceLabel('accepted-remote', 'hybrid')).toBe('Going remote');
    expect(acceptanceLabel('accepted-in-person', 'hybrid')).toBe('Going in-person');
    expect(acceptanceLabel('declined', 'remote')).toBe('Not Going');
    expect(acceptanceLabel('accepted', 'hybrid')).toBe('Going');
    expect(shownAcceptance('accepted', 'remote')).toBe('accepted-remote');
    expect(shownAcceptance('accepted', 'in-person')).toBe('accepted-in-person');
    expect(attendanceLabel(true, false)).toBe('In Attendance');
    expect(attendanceLabel(false, false)).toBe('Not In Attendance');
    expect([attendanceLabel(null, false), attendanceLabel(null, true)]).toEqual([null, null]);
  });

  test('is “Apologies” for an absence announced before the meeting', () => {
    expect([attendanceLabel(false, true), attendanceLabel(true, true)]).toEqual(['Apologies', 'In Attendance']);
  });
});

describe('invitees', () => {
  test('are each counted once and listed in exactly one group', () => {
    fc.assert(
      fc.property(fc.array(anyAcceptance), anyType, (answers, type) => {
        const counts = countAnswers(answers);
        expect(counts.going + counts.notGoing + counts.noReply).toBe(answers.length);
        const groups = groupByAnswer(
          answers.map((acceptance, id) => ({ id, acceptance })),
          type,
        );
        expect(groups.flatMap((group) => group.invitees.map((each) => each.id)).toSorted((a, b) => a - b)).toEqual(
          answers.map((_, id) => id),
        );
        expect(new Set(groups.map((group) => group.heading)).size).toBe(groups.length);
      }),
    );
  });

  test('are grouped by reply in a fixed order', () => {
    const answers: Acceptance[] = ['none', 'accepted-remote', 'declined', 'accepted-in-person', 'accepted-in-person'];
    const groups = groupByAnswer(
      answers.map((acceptance) => ({ acceptance })),
      'hybrid',
    ).map((group) => `${group.heading} ${group.invitees.length}`);
    expect(groups).toEqual(['Going in-person 2', 'Going remote 1', 'Not Going 1', 'No Reply 1']);
    expect(groupByAnswer([{ acceptance: 'accepted' }], 'remote')[0]?.heading).toBe('Going remote');
    expect(groupByAnswer([{ acceptance: 'accepted' }], 'hybrid')[0]?.heading).toBe('Going');
    expect(goingText(countAnswers(answers))).toBe('3 of 5 going');
  });
});
