import { shellLabels } from '#domain/messages.ts';
import { useStart } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

interface AddBoardDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Links to plans and pricing and to contact (specification, section 2), as far as this installation names them. */
export function AddBoardDialog({ isOpen, onClose }: AddBoardDialogProps) {
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
          ? `A new board is opened by whoever runs ${settings.app_name} for you. Ask them, and it will appear in this menu.`
          : 'A new board has its own members, meetings and documents. See what each plan holds, or write to us and we will open one with you.'}
      </p>
    </Dialog>
  );
}
