import type { Annotation, AnnotationSet, NoteAnnotation } from '#domain/xfdf/annotation.ts';

export const noteAnnotation = (id: string, contents = 'words'): NoteAnnotation => ({
  kind: 'text',
  id,
  page: 0,
  rect: { left: 0, bottom: 0, right: 20, top: 20 },
  contents,
});

export const annotationSet = (...annotations: readonly Annotation[]): AnnotationSet => ({ annotations, envelope: [] });
