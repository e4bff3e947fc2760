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

describe('answers', () => {
  test('S4.15 a hybrid meeting offers in-person, remote and declined', () => {
    expect(rsvpOptions('hybrid')).toEqual([
      { letter: 'p', acceptance: 'accepted-in-person', label: 'Going in-person' },
      { letter: 'r', acceptance: 'accepted-remote', label: 'Going remote' },
      { letter: 'n', acceptance: 'declined', label: 'Not Going' },
    ]);
  });

  test('S4.14 any other meeting offers accepted, shown by its type, and declined', () => {
    expect(rsvpOptions('remote')).toEqual([
      { letter: 'y', acceptance: 'accepted', label: 'Going remote' },
      { letter: 'n', acceptance: 'declined', label: 'Not Going' },
    ]);
    expect(rsvpOptions('in-person').map((option) => option.label)).toEqual(['Going in-person', 'Not Going']);
  });
});

describe('letters', () => {
  test('a letter fits exactly when the meeting offers its answer, and m always does', () => {
    fc.assert(
      fc.property(anyLetter, anyType, (letter, type) => {
        const offered = rsvpOptions(type).find((option) => option.letter === letter);
        const expected = letter === 'm' ? 'none' : (offered?.acceptance ?? null);
        expect(acceptanceForLetter(letter, type)).toBe(expected);
      }),
    );
  });

  test('the letters mean what the specification says', () => {
    expect(acceptanceForLetter('m', 'hybrid')).toBe('none');
    expect(acceptanceForLetter('y', 'remote')).toBe('accepted');
    expect(acceptanceForLetter('p', 'hybrid')).toBe('accepted-in-person');
    expect(acceptanceForLetter('r', 'hybrid')).toBe('accepted-remote');
    expect(acceptanceForLetter('n', 'in-person')).toBe('declined');
    expect(acceptanceForLetter('y', 'hybrid')).toBeNull();
    expect(acceptanceForLetter('r', 'remote')).toBeNull();
    expect(acceptanceForLetter('p', 'in-person')).toBeNull();
  });

  test('nothing else is a letter', () => {
    expect(['', 'x', 'Y', 'yes', 'constructor'].some(isRsvpLetter)).toBe(false);
  });
});

describe('labels', () => {
  test('S4.17 every answer and mark has its label', () => {
    expect(acceptanceLabel('none', 'hybrid')).toBe('No Reply');
    expect(acceptanceLabel('accepted-remote', 'hybrid')).toBe('Going remote');
    expect(acceptanceLabel('accepted-in-person', 'hybrid')).toBe('Going in-person');
    expect(acceptanceLabel('declined', 'remote')).toBe('Not Going');
    expect(acceptanceLabel('accepted', 'hybrid')).toBe('Going');
    expect(attendanceLabel(true, false)).toBe('In Attendance');
    expect(attendanceLabel(false, false)).toBe('Not In Attendance');
    expect([attendanceLabel(null, false), attendanceLabel(null, true)]).toEqual([null, null]);
  });

  test('M16 who is known not to come to a meeting that has not begun has sent apologies', () => {
    expect([attendanceLabel(false, true), attendanceLabel(true, true)]).toEqual(['Apologies', 'In Attendance']);
  });

  test('plain Going is left to an answer given before the meeting became hybrid', () => {
    fc.assert(
      fc.property(anyAcceptance, anyType, (acceptance, type) => {
        const plain = acceptanceLabel(acceptance, type) === 'Going';
        return plain === (acceptance === 'accepted' && type === 'hybrid');
      }),
    );
    expect(shownAcceptance('accepted', 'remote')).toBe('accepted-remote');
    expect(shownAcceptance('accepted', 'in-person')).toBe('accepted-in-person');
  });
});

describe('counts and groups', () => {
  test('every invitee is counted once and stands in one group', () => {
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

  test('groups read as on the page, and Going heads the count', () => {
    const answers: Acceptance[] = ['none', 'accepted-remote', 'declined', 'accepted-in-person', 'accepted-in-person'];
    expect(
      groupByAnswer(
        answers.map((acceptance) => ({ acceptance })),
        'hybrid',
      ).map((group) => [group.heading, group.invitees.length]),
    ).toEqual([
      ['Going in-person', 2],
      ['Going remote', 1],
      ['Not Going', 1],
      ['No Reply', 1],
    ]);
    expect(goingText(countAnswers(answers))).toBe('3 of 5 going');
  });

  test('accepted joins the group of its meeting type', () => {
    expect(groupByAnswer([{ acceptance: 'accepted' }], 'remote')[0]?.heading).toBe('Going remote');
    expect(groupByAnswer([{ acceptance: 'accepted' }], 'hybrid')[0]?.heading).toBe('Going');
  });
});
