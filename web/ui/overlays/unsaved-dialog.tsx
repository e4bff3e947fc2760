import { useState } from 'react';
import { unsavedChangesMessage } from '#domain/messages/general.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from './dialog.tsx';

interface UnsavedDialogProps {
  readonly isOpen: boolean;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
  readonly onSave: (() => Promise<void>) | null;
  readonly isTyped?: boolean;
  readonly notes?: readonly string[];
}

export function UnsavedDialog(props: UnsavedDialogProps) {
  const { isOpen, onStay, onDiscard, onSave, isTyped = true, notes = [] } = props;
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    await onSave?.().finally(() => setSaving(false));
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      title={unsavedChangesMessage}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onStay}>Stay</Button>
          <Button variant="danger" onPress={onDiscard}>
            {isTyped ? 'Leave without saving' : 'Leave'}
          </Button>
          {onSave !== null && (
            <Button variant="primary" isPending={isSaving} onPress={() => void save()}>
              Save
            </Button>
          )}
        </>
      }
    >
      {isTyped && (
        <p>
          {onSave === null ? 'Your changes here will be lost.' : 'Your changes here will be lost unless you save them.'}
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Dialog>
  );
}
