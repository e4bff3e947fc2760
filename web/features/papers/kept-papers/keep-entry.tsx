import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useStore } from '#web/store.ts';
import { type KeptKind, keptHere } from './kept.ts';

const KeepDialog = lazy(async () => ({ default: (await import('./keep-dialog.tsx')).KeepDialog }));

interface KeepEntry {
  readonly label: string;
  readonly onPress: () => void;
  readonly dialog: ReactNode;
}

export function useKeepEntry(kind: KeptKind, id: string): KeepEntry {
  const [isOpen, setOpen] = useState(false);
  const isKept = useStore(keptHere, (kept) => (kind === 'meeting' ? kept.meetings : kept.documents).includes(id));
  return {
    label: isKept ? 'Kept on this device' : 'Keep on this device',
    onPress: () => setOpen(true),
    dialog: isOpen && (
      <Suspense fallback={null}>
        <KeepDialog kind={kind} id={id} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
