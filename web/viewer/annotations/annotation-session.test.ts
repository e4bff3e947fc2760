import { expect, test, vi } from 'vitest';
import { annotationLimitDialog } from '#domain/messages/annotations.ts';
import type { Annotation } from '#domain/xfdf/annotation.ts';
import { createAnnotationSession } from './annotation-session.ts';

const save = async () => ({ kind: 'saved', revision: '1' }) as const;

test('marks that cannot be read are not written over', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const session = createAnnotationSession({ access: 'edit', saved: { xfdf: '<html/>', revision: '4' }, save });
  expect(session.access).toBe('none');
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test('without any marks the reader may begin', () => {
  expect(createAnnotationSession({ access: 'edit', saved: { xfdf: '', revision: null }, save }).access).toBe('edit');
});

test('S5.24 the annotation that makes 65,000 characters is not kept, and the dialog of the limit opens', () => {
  const session = createAnnotationSession({ access: 'edit', saved: { xfdf: '', revision: null }, save });
  const annotation = (contents: string): Annotation => ({
    kind: 'text',
    id: contents.slice(0, 3),
    page: 0,
    rect: { left: 0, bottom: 0, right: 20, top: 20 },
    contents,
  });
  session.store.add(annotation('first'));
  session.store.add(annotation('x'.repeat(65_000)));
  expect(session.store.state.get().annotations.annotations.map(({ id }) => id)).toEqual(['fir']);
  expect(session.limitReached.get()).toBe(true);
  expect(annotationLimitDialog.title).toBe('Oops! Annotation file size limit reached.');
  expect(annotationLimitDialog.message).toBe(
    'Your last annotation was not saved because you have exceeded the maximum file size for annotations on this document. You may delete some annotations and try again.',
  );
});
