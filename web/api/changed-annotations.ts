type Listener = (documentId: string | null) => void;

const listeners = new Set<Listener>();

export function annotationsChanged(documentId: string | null): void {
  for (const listener of listeners) listener(documentId);
}

export function onAnnotationsChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
