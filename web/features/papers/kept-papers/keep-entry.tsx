import { useState } from 'react';
import { useStore } from '#web/store.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { type KeptKind, keptHere } from './kept.ts';

const KeepDialog = lazyPart(() => import('./keep-panel.tsx'), 'KeepDialog');

export function useKeepEntry(kind: KeptKind, id: string) {
  const [isOpen, setOpen] = useState(false);
  const isKept = useStore(keptHere, (kept) => (kind === 'meeting' ? kept.meetings : kept.documents).includes(id));
  return {
    label: isKept ? 'Kept on this device' : 'Keep on this device',
    onPress: () => setOpen(true),
    dialog: isOpen && <KeepDialog kind={kind} id={id} onClose={() => setOpen(false)} />,
  };
}
