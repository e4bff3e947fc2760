import { expect, test } from 'vitest';
import { createAgendaDraft } from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { newAgendaItem } from '#web/features/homes/meetings/agenda/agenda-item-form.ts';
import { emptyMeeting } from './meeting-form.ts';
import { meetingDraft } from './use-meeting-editor.ts';

test('only what was typed is kept, so that what others change meanwhile stays theirs', () => {
  const draft = createAgendaDraft(null);
  const typed = { ...emptyMeeting, description: 'Long' };
  expect(meetingDraft(emptyMeeting, typed, draft.store.get())).toEqual({
    fields: { description: 'Long' },
    agenda: null,
  });
});

test('a changed agenda goes on as it stood, through text and back', () => {
  const draft = createAgendaDraft(null);
  const item = newAgendaItem({ title: 'Budget' });
  draft.setItems([item]);
  const kept = JSON.parse(JSON.stringify(meetingDraft(emptyMeeting, emptyMeeting, draft.store.get())));
  const later = createAgendaDraft(null);
  later.resume(kept.agenda, null);
  expect(later.items()).toEqual([item]);
  // The key of a new item is no other's.
  expect(newAgendaItem().key).not.toBe(item.key);
});
