import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import {
  canCreateAnnouncement,
  canEditAnnouncement,
  canPublishAnnouncement,
  canSeeAuthor,
  canUnpublishAnnouncement,
  pollHomeFactsOfAnnouncement,
} from './policy.ts';
import { canSeeAnnouncement } from './visibility.ts';

const id = 'announcement';
const states = ['draft', 'scheduled', 'published'] as const;
const seen = (reader: as.Reader, access: typeof as.outside, of = id) =>
  states.map((state) => canSeeAnnouncement(reader, { id: of, state, ...access }));

test('a draft or scheduled announcement is visible only to its editors, and a published one to its audience', () => {
  expect(seen(as.member, as.outside)).toEqual([false, false, false]);
  expect(seen(as.member, as.inside)).toEqual([false, false, true]);
  expect(seen(as.chair, as.administering)).toEqual([true, true, true]);
  expect(seen(as.admin, as.outside)).toEqual([true, true, true]);
});

test('a magic link opens only its own announcement, and only while the announcement is published', () => {
  expect(seen(as.byAnnouncementLink(as.admin), as.administering)).toEqual([false, false, true]);
  expect(seen(as.byAnnouncementLink(as.admin), as.outside)).toEqual([false, false, false]);
  expect(seen(as.byAnnouncementLink(as.member), as.inside, 'another')).toEqual([false, false, false]);
  for (const reader of [as.byMeetingLink(as.member), as.byFeed(as.member)]) {
    expect(seen(reader, as.inside)).toEqual([false, false, false]);
  }
});

test('if members are hidden from each other, only signed-in admins and the author see the author’s name', () => {
  const sees = (reader: as.Reader, author: string, peopleHidden = true) =>
    canSeeAuthor({ ...reader, board: { peopleHidden } }, { author_id: author });
  expect([as.myself, as.someoneElse].map((author) => sees(as.member, author))).toEqual([true, false]);
  expect(sees(as.admin, as.someoneElse)).toBe(true);
  expect(sees(as.byAnnouncementLink(as.admin), as.someoneElse)).toBe(false);
  for (const reader of [as.member, as.byAnnouncementLink(as.member)]) {
    expect(sees(reader, as.someoneElse, false)).toBe(true);
  }
});

test('editors can change an announcement, and publish or unpublish it if its state allows', () => {
  expect([as.member, as.chair, as.admin].map((reader) => canCreateAnnouncement(reader))).toEqual([false, true, true]);
  const edits = [as.outside, as.inside, as.administering].map((of) => canEditAnnouncement(as.member, of));
  expect(edits).toEqual([false, false, true]);
  const can = (ask: typeof canPublishAnnouncement, reader: as.Reader, access: typeof as.outside) =>
    states.map((state) => ask(reader, { state, ...access }));
  expect(can(canPublishAnnouncement, as.admin, as.outside)).toEqual([true, true, false]);
  expect(can(canUnpublishAnnouncement, as.admin, as.outside)).toEqual([false, true, true]);
  for (const ask of [canPublishAnnouncement, canUnpublishAnnouncement]) {
    expect(can(ask, as.member, as.inside)).toEqual([false, false, false]);
  }
});

test('the audience can answer a poll in a published announcement, and the editors can manage it', () => {
  const facts = (state: (typeof states)[number], access: typeof as.outside) =>
    pollHomeFactsOfAnnouncement({ id, state, ...access });
  expect(states.map((state) => facts(state, as.inside).state)).toEqual(['draft', 'draft', 'published']);
  const accesses = [as.outside, as.inside, as.administering];
  expect(accesses.map((access) => facts('published', access).isInvited)).toEqual(
    accesses.map((each) => each.in_audience),
  );
  expect(accesses.map((access) => facts('published', access).administers)).toEqual([false, false, true]);
});
