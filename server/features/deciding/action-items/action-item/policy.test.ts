import { expect, test } from 'vitest';
import { type ActionState, actionStates } from '#domain/action-items.ts';
import type { BodyDeskFacts } from '#server/features/deciding/deciding/bodies/policy.ts';
import * as as from '#tests/support/readers.ts';
import { actionCan, runsActions, statesByLink } from './policy.ts';
import { type ActionItemFacts, canSeeActionItem } from './visibility.ts';

const nobody: BodyDeskFacts = { administers: false, chair_id: null, secretary_id: null };
const desks = [
  { ...nobody, chair_id: as.myself },
  { ...nobody, secretary_id: as.myself },
  { ...nobody, administers: true },
];
const others = { ...nobody, chair_id: as.someoneElse, secretary_id: as.someoneElse };
const id = 'action item';
const states = ['draft', 'finding-date', 'published', 'cancelled', null] as const;
const seen = (reader: as.Reader, access: typeof as.outside, given: Partial<ActionItemFacts> = {}) =>
  states.map((meeting_state) =>
    canSeeActionItem(reader, {
      ...nobody,
      id,
      is_gone: false,
      is_withheld: false,
      of_draft_minutes: false,
      meeting_state,
      ...access,
      ...given,
    }),
  );

test('nobody sees an action item of an agenda item that is withheld from them', () => {
  for (const access of [as.outside, as.inside]) {
    for (const reader of [as.member, as.admin]) {
      expect(seen(reader, access, { is_withheld: true })).toEqual([false, false, false, false, false]);
    }
  }
});

test('members see action items of their bodies and meetings, but only editors see those of draft meetings', () => {
  expect(seen(as.member, as.outside)).toEqual([false, false, false, false, false]);
  expect(seen(as.member, as.inside)).toEqual([false, true, true, true, true]);
  expect(seen(as.chair, as.administering)).toEqual([true, true, true, true, true]);
  expect(seen(as.admin, as.outside)).toEqual([true, true, true, true, true]);
});

test('only officers and editors see an action item of draft minutes', () => {
  const draft = { of_draft_minutes: true };
  expect(seen(as.member, as.inside, draft)).toEqual(states.map(() => false));
  expect(seen(as.member, as.inside, { ...draft, secretary_id: as.myself })).toEqual([false, true, true, true, true]);
  expect(seen(as.chair, as.administering, draft)).toEqual(states.map(() => true));
  expect(seen(as.byActionLink(as.member), as.inside, { ...draft, chair_id: as.myself })).toEqual(
    states.map(() => false),
  );
});

test('nobody sees an action item whose meeting is deleted', () => {
  for (const reader of [as.member, as.chair, as.admin]) {
    expect(seen(reader, as.administering, { is_gone: true })).toEqual(states.map(() => false));
  }
});

test('a secret link opens only its own action item, and never one of a draft meeting', () => {
  expect(seen(as.byActionLink(as.member), as.inside)).toEqual([false, true, true, true, true]);
  expect(seen(as.byActionLink(as.admin), as.administering)).toEqual([false, true, true, true, true]);
  expect(seen(as.byActionLink(as.member), as.inside, { id: 'another' })).toEqual(states.map(() => false));
  for (const reader of [as.byMeetingLink(as.admin), as.byAnnouncementLink(as.admin), as.byFeed(as.admin)]) {
    expect(seen(reader, as.administering)).toEqual(states.map(() => false));
  }
});

test('only the chair, the secretary and editors can manage action items, and only when signed in', () => {
  const runs = (reader: as.Reader, of: BodyDeskFacts) => runsActions(reader, of, of);
  expect(desks.map((of) => runs(as.member, of))).toEqual([true, true, true]);
  expect([nobody, others].map((of) => runs(as.member, of))).toEqual([false, false]);
  expect(runs(as.admin, others)).toBe(true);
  for (const reader of as.bySecrets(as.admin)) {
    expect([nobody, ...desks].map((of) => runs(reader, of))).toEqual([false, false, false, false]);
  }
});

const can = (desk: BodyDeskFacts, owner_id: string) =>
  actionStates.map((state) => actionCan(as.member, { ...desk, state, owner_id }));
const columns = (rows: ReturnType<typeof can>) => ({
  edit: rows.map(({ edit }) => edit),
  note: rows.map(({ note }) => note),
  states: rows.map(({ states: each }) => each.join(' ')),
});

test('the owner can annotate an action item and change its state, and officers and editors can also edit and drop it', () => {
  expect(columns(can(nobody, as.myself))).toEqual({
    edit: [false, false, false, false],
    note: [true, true, true, true],
    states: ['in-progress done', 'open done', 'open in-progress', ''],
  });
  for (const desk of desks) {
    expect(columns(can(desk, as.someoneElse))).toEqual({
      edit: [true, true, false, false],
      note: [true, true, true, true],
      states: ['in-progress done dropped', 'open done dropped', 'open in-progress', 'open'],
    });
  }
  expect(columns(can(others, as.someoneElse))).toEqual({
    edit: [false, false, false, false],
    note: [false, false, false, false],
    states: ['', '', '', ''],
  });
});

test('a link can only set an action item to in progress or done, and cannot change a dropped one', () => {
  const byLink = (state: ActionState) => statesByLink(state).join(' ');
  expect(actionStates.map(byLink)).toEqual(['in-progress done', 'done', 'in-progress', '']);
});
