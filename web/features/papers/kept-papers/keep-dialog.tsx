import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { KeepPanel } from './keep-panel.tsx';
import type { KeptKind } from './kept.ts';

interface KeepDialogProps {
  readonly kind: KeptKind;
  readonly id: string;
  readonly onClose: () => void;
}

const labels: Readonly<Record<KeptKind, string>> = {
  meeting: 'Keep this meeting and its papers on this device',
  document: 'Keep this document on this device',
};

export function KeepDialog({ kind, id, onClose }: KeepDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="m"
      scrolls
      title="Papers for offline reading"
      actions={<Button onPress={onClose}>Close</Button>}
    >
      <KeepPanel what={{ kind, id }} label={labels[kind]} />
    </Dialog>
  );
}
