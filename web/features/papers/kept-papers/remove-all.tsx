import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface RemoveAllProps {
  readonly block?: boolean;
  readonly onRemove: () => Promise<void>;
  readonly children: ReactNode;
}

export function RemoveAll({ block = false, onRemove, children }: RemoveAllProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    try {
      await onRemove();
      showToast('Papers removed from this device');
    } catch (cause) {
      console.warn('The papers could not be removed', cause);
      showToast('The papers could not be removed. Try again.');
    }
    setAsking(false);
  };
  return (
    <div>
      <Button variant="danger" size={block ? 'm' : 's'} block={block} onPress={() => setAsking(true)}>
        Remove all papers from this device
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Remove all papers from this device?"
        confirmLabel="Remove"
        danger
        onConfirm={() => void remove()}
      >
        {children}
      </ConfirmDialog>
    </div>
  );
}
