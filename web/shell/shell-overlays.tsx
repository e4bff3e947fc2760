import { shellLabels } from '#domain/messages/general.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { canSaveToLeave, saveToLeave } from '#web/api/unsaved-changes.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { UnsavedDialog } from '#web/ui/overlays/unsaved-dialog.tsx';
import { useBoardColour } from './board-face.ts';
import type { Leaving } from './leave-guard.ts';
import { Shortcuts } from './shortcuts.tsx';
import { SupportChat } from './support-chat.tsx';

export function AddBoardDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { settings } = useStart();
  const { plans_url: plans, contact_url: contact } = settings;
  const outside = { target: '_blank', rel: 'noreferrer' } as const;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={shellLabels.addNewBoard}
      actions={
        plans === null && contact === null ? (
          <Button variant="primary" onPress={onClose}>
            Close
          </Button>
        ) : (
          <>
            {contact !== null && (
              <LinkButton href={contact} {...outside} {...(plans === null ? { variant: 'primary' } : {})}>
                Contact us
              </LinkButton>
            )}
            {plans !== null && (
              <LinkButton href={plans} variant="primary" {...outside}>
                Plans and pricing
              </LinkButton>
            )}
          </>
        )
      }
    >
      <p>
        {plans === null && contact === null
          ? `New boards are set up by the people who run ${settings.app_name} for you. Ask them to create one, and it will appear in this menu.`
          : 'A new board has its own members, meetings and documents. See what each plan includes, or write to us and we will set one up with you.'}
      </p>
    </Dialog>
  );
}

function LeaveDialog({ leaving: { isAsked, lost, stay, leave } }: { readonly leaving: Leaving }) {
  const save = async (): Promise<void> => {
    if (await saveToLeave()) leave();
    else stay();
  };
  return (
    <UnsavedDialog isOpen={isAsked} {...lost} onStay={stay} onDiscard={leave} onSave={canSaveToLeave() ? save : null} />
  );
}

interface ShellOverlaysProps {
  readonly isAddingBoard: boolean;
  readonly leaving: Leaving | null;
  readonly onClose: () => void;
}

export function ShellOverlays({ isAddingBoard, leaving, onClose }: ShellOverlaysProps) {
  useBoardColour(useBoard()?.primary_color);
  return (
    <>
      <AddBoardDialog isOpen={isAddingBoard} onClose={onClose} />
      {leaving !== null && <LeaveDialog leaving={leaving} />}
      <Shortcuts />
      <SupportChat />
    </>
  );
}
