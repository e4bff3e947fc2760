import { useEffect, useState } from 'react';
import { annotationMessages } from '#domain/messages/annotations.ts';
import { noAnnotations } from '#domain/xfdf/annotation.ts';
import { createStore } from '#web/store.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { useListener } from '#web/ui/use-listener.ts';
import type { DocumentViewerProps } from '#web/viewer/types.ts';
import { createAnnotationSaver, isDestroyed, readAnnotations } from './annotation-saver.ts';
import { createAnnotationStore } from './annotation-store.ts';

type SessionParts = Pick<DocumentViewerProps, 'annotationAccess' | 'annotations' | 'onSaveAnnotations' | 'unsent'>;
export type AnnotationSession = Readonly<ReturnType<typeof createAnnotationSession>>;

export function createAnnotationSession(parts: SessionParts) {
  const { annotationAccess: access, annotations: saved, onSaveAnnotations: save, unsent: waiting } = parts;
  const limitReached = createStore(false);
  const onRefused = () => limitReached.set(true);
  const log = (message: string, cause: unknown) => console.warn(message, cause);
  const annotations = access === 'none' ? noAnnotations : readAnnotations(saved.xfdf, log);
  const store = createAnnotationStore(annotations ?? noAnnotations, onRefused);
  const onDestroyed = () => showToast(annotationMessages.destroyed);
  const saver = createAnnotationSaver({ store, revision: saved.revision, save, waiting, onRefused, onDestroyed, log });
  if (annotations && access === 'edit' && waiting?.kept) {
    // Unsent annotations that cannot be parsed stay stored, so that they are not lost.
    const base = readAnnotations(waiting.kept.baseXfdf, log);
    const ours = readAnnotations(waiting.kept.xfdf, log);
    if (isDestroyed(waiting.kept.baseRevision, saved)) waiting.clear();
    else if (base && ours) saver.resume({ base, ours });
  }
  return {
    // Annotations that cannot be parsed must not be overwritten.
    access: annotations ? access : 'none',
    store,
    saver,
    limitReached,
  };
}

/** Sends unsent changes when the user leaves the page or the network returns. */
export function useAnnotationSession(parts: SessionParts & Pick<DocumentViewerProps, 'later'>): AnnotationSession {
  const [session] = useState(() => createAnnotationSession(parts));
  const canEdit = session.access === 'edit';
  const flush = () => void session.saver.flush();
  useListener(window, 'pagehide', flush, canEdit);
  useListener(window, 'online', flush, canEdit);
  useListener(document, 'visibilitychange', () => document.visibilityState === 'hidden' && flush(), canEdit);
  useEffect(() => (canEdit ? session.saver.start() : undefined), [session, canEdit]);
  const { later } = parts;
  useEffect(
    () => (canEdit ? later?.onChange(() => void session.saver.refresh(later.load)) : undefined),
    [session, canEdit, later],
  );
  return session;
}
