import { useState } from 'react';
import type { Document } from '#contract/documents.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { DocumentGroup } from './use-document-moves.ts';

interface MoveDialogProps {
  readonly document: Document;
  readonly groups: readonly DocumentGroup[];
  readonly onMove: (documentId: string, homeId: string) => void;
  readonly onClose: () => void;
}

export function MoveDialog({ document, groups, onMove, onClose }: MoveDialogProps) {
  const now = groups.find(({ documents }) => documents.some(({ id }) => id === document.id))?.home.id ?? null;
  const [chosen, setChosen] = useState(now);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="m"
      scrolls
      title={`Move ${document.title}`}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={chosen === null || chosen === now}
            onPress={() => {
              if (chosen !== null) onMove(document.id, chosen);
              onClose();
            }}
          >
            Move
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Item"
        options={groups.map(({ home, name }) => ({
          value: home.id,
          label: home.kind === 'meeting' ? 'The meeting as a whole, not an item' : name,
        }))}
        value={chosen}
        onChange={setChosen}
      />
    </Dialog>
  );
}
