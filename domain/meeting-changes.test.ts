import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnnouncedDocument,
  type AnnouncedItem,
  type AnnouncedMeeting,
  meetingChanges,
} from './meeting-changes.ts';

const item = (id: string, given: Partial<AnnouncedItem> = {}): AnnouncedItem => ({
  id,
  number: '1',
  title: `Item ${id}`,
  presenter: '',
  minutes: null,
  description: '',
  ...given,
});
const numbered = (items: readonly AnnouncedItem[]) =>
  items.map((each, index) => ({ ...each, number: String(index + 1) }));
const paper = (id: string, given: Partial<AnnouncedDocument> = {}): AnnouncedDocument => ({
  id,
  title: `Paper ${id}`,
  version_id: `${id}-1`,
  link_url: null,
  agenda_item_id: null,
  ...given,
});
const meeting = (given: Partial<AnnouncedMeeting> = {}): AnnouncedMeeting => ({
  title: 'Board',
  location: 'Hall',
  join_url: '',
  description: '',
  items: [],
  documents: [],
  ...given,
});
const texts = (before: AnnouncedMeeting, after: AnnouncedMeeting) =>
  meetingChanges(before, after).map((change) => change.text);

test('changes to a meeting’s title, place, link and description are listed', () => {
  const same = meeting({ items: numbered([item('a'), item('b')]), documents: [paper('p')] });
  expect(meetingChanges(same, structuredClone(same))).toEqual([]);
  const after = { title: 'Special Board', location: '', join_url: 'https://meet.example/b', description: 'New' };
  expect(texts(meeting(), meeting(after))).toEqual([
    'The meeting is now called Special Board',
    'The place is no longer Hall',
    'The join link is now https://meet.example/b',
    'The description was changed',
  ]);
});

describe('the changes to an agenda', () => {
  test('list added, changed, moved and removed items with their new numbers', () => {
    const before = meeting({ items: numbered([item('a'), item('b'), item('c'), item('d')]) });
    const after = meeting({
      items: numbered([item('d'), item('a'), item('x'), item('b', { title: 'Budget', minutes: 10 })]),
    });
    expect(texts(before, after)).toEqual([
      'Changed: 1 Item d (moved here)',
      'Added: 3 Item x',
      'Changed: 4 Budget (was Item b, time)',
      'Removed: Item c',
    ]);
  });

  test('list only the moved item, not the items renumbered by the move', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        (ids, from, to) => {
          const before = ids.map((id) => item(id));
          const after = [...before];
          const [taken] = after.splice(from % Math.max(1, after.length), 1);
          if (taken) after.splice(to % (after.length + 1), 0, taken);
          const changes = texts(meeting({ items: numbered(before) }), meeting({ items: numbered(after) }));
          expect(changes.length).toBeLessThanOrEqual(1);
          expect(changes.length === 0).toBe(ids.join('\0') === after.map((each) => each.id).join('\0'));
        },
      ),
    );
  });
});

test('added, replaced, renamed, moved and removed documents are listed as changes', () => {
  const items = numbered([item('a')]);
  const before = meeting({ items, documents: [paper('p'), paper('q'), paper('r'), paper('s')] });
  const documents = [
    paper('p', { version_id: 'p-2' }),
    paper('q', { title: 'Minutes' }),
    paper('r', { agenda_item_id: 'a' }),
    paper('t', { agenda_item_id: 'a' }),
  ];
  expect(texts(before, meeting({ items, documents }))).toEqual([
    'Replaced: Paper p',
    'Renamed: Paper q is now Minutes',
    'Moved: Paper r, under 1 Item a',
    'Added: Paper t, under 1 Item a',
    'Removed: Paper s',
  ]);
});

test('the entry for a replaced document lists its changed pages, if they are known', () => {
  const before = meeting({ documents: [paper('p'), paper('q')] });
  const since = { 'p-1': [3, 7, 8, 9] };
  const documents = [
    paper('p', { version_id: 'p-2', changed_pages_since: since }),
    paper('q', { version_id: 'q-2', changed_pages_since: null }),
  ];
  expect(texts(before, meeting({ documents }))).toEqual([
    'Replaced: Paper p (changed: pages 3, 7–9)',
    'Replaced: Paper q',
  ]);
});
