import { expect, test } from 'vitest';
import { type ActionState, actionStates } from '#domain/action-items.ts';
import type { BodyDeskFacts } from '#server/features/deciding/deciding/bodies/policy.ts';
import * as as from '#tests/support/readers.ts';
import { statesByLink } from './policy.ts';
import { type ActionItemFacts, canSeeActionItem } from './visibility.ts';

const nobody: BodyDeskFacts = { administers: false, chair_id: null, secretary_id: null };
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

test('only officers and editors see an action item of draft minutes', () => {
  const draft = { of_draft_minutes: true };
  expect(seen(as.member, as.inside, draft)).toEqual(states.map(() => false));
  expect(seen(as.member, as.inside, { ...draft, secretary_id: as.myself })).toEqual([false, true, true, true, true]);
  expect(seen(as.chair, as.administering, draft)).toEqual(states.map(() => true));
  expect(seen(as.byActionLink(as.member), as.inside, { ...draft, chair_id: as.myself })).toEqual(
    states.map(() => false),
  );
});

test('a secret link opens only its own action item, and never one of a draft meeting', () => {
  expect(seen(as.byActionLink(as.member), as.inside)).toEqual([false, true, true, true, true]);
  expect(seen(as.byActionLink(as.admin), as.administering)).toEqual([false, true, true, true, true]);
  expect(seen(as.byActionLink(as.member), as.inside, { id: 'another' })).toEqual(states.map(() => false));
  for (const reader of [as.byMeetingLink(as.admin), as.byAnnouncementLink(as.admin), as.byFeed(as.admin)]) {
    expect(seen(reader, as.administering)).toEqual(states.map(() => false));
  }
});

test('a link can only set an action item to in progress or done, and cannot change a dropped one', () => {
  const byLink = (state: ActionState) => statesByLink(state).join(' ');
  expect(actionStates.map(byLink)).toEqual(['in-progress done', 'done', 'in-progress', '']);
});
