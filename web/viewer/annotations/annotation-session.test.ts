import { expect, test, vi } from 'vitest';
import { noteAnnotation } from '#tests/support/annotation-values.ts';
import { createAnnotationSession } from './annotation-session.ts';

const sessionOf = (xfdf: string) =>
  createAnnotationSession({
    annotationAccess: 'edit',
    annotations: { xfdf, revision: null },
    onSaveAnnotations: async () => ({ kind: 'saved', revision: '1' }),
  });

test('unreadable stored marks are not overwritten', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const session = sessionOf('<html/>');
  expect(session.access).toBe('none');
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test('a document without marks can be annotated until the marks would exceed 65,000 characters', () => {
  const session = sessionOf('');
  expect(session.access).toBe('edit');
  session.store.add(noteAnnotation('large', 'x'.repeat(65_000)));
  expect(session.limitReached.get()).toBe(true);
});
