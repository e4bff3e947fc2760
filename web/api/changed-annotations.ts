type Listener = (documentId: string | null) => void;

const listeners = new Set<Listener>();

/** `documentId`: where the reader has changed annotations, here or elsewhere; null where that may have been missed. */
export function annotationsChanged(documentId: string | null): void {
  for (const listener of listeners) listener(documentId);
}

/** Returns what ends it. */
export function onAnnotationsChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
