import { expect, test } from 'vitest';
import { createAgendaDraft } from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { newAgendaItem } from '#web/features/homes/meetings/agenda/agenda-item-form.ts';
import { emptyMeeting } from './meeting-form.ts';
import { meetingDraft } from './save-meeting.ts';

test('a draft holds only what was typed, so that what others change meanwhile stays theirs', () => {
  const draft = createAgendaDraft(null);
  const typed = { ...emptyMeeting, description: 'Long' };
  expect(meetingDraft(emptyMeeting, typed, draft.store.get())).toEqual({
    fields: { description: 'Long' },
    agenda: null,
  });
});

test('a changed agenda is restored from its text as it was', () => {
  const draft = createAgendaDraft(null);
  const item = newAgendaItem({ title: 'Budget' });
  draft.setItems([item]);
  const restored = JSON.parse(JSON.stringify(meetingDraft(emptyMeeting, emptyMeeting, draft.store.get())));
  const later = createAgendaDraft(null);
  later.resume(restored.agenda, null);
  expect(later.items()).toEqual([item]);
  // A new item has a key of its own.
  expect(newAgendaItem().key).not.toBe(item.key);
});
