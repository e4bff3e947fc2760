import { CirclePause, CirclePlay, Ellipsis, Pencil, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { resumeSiteBoard, type SiteBoard, suspendSiteBoard } from '#contract/site.ts';
import { useCall } from '#web/api/mutations.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { EditBoardDialog, FirstAdminDialog } from './board-dialogs.tsx';

type OpenDialog = 'edit' | 'suspend' | 'admin' | null;

export function BoardActs({ board }: { readonly board: SiteBoard }) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = (): void => setOpen(null);
  const resume = useCall(resumeSiteBoard, {
    invalidates: ['site'],
    onSuccess: () => {
      showToast(`${board.title} is open again.`);
    },
  });
  const params = { id: board.id };
  return (
    <>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" aria-label={`More actions for ${board.title}`} />
        <Menu aria-label={`Manage ${board.title}`}>
          <MenuItem icon={Pencil} label="Rename or note plan" onAction={() => setOpen('edit')} />
          {!board.has_admin && <MenuItem icon={UserPlus} label="Name first admin" onAction={() => setOpen('admin')} />}
          {board.suspended_at === null ? (
            <MenuItem icon={CirclePause} label="Suspend" onAction={() => setOpen('suspend')} />
          ) : (
            <MenuItem icon={CirclePlay} label="Resume" onAction={() => resume.mutate({ params, body: {} })} />
          )}
        </Menu>
      </MenuTrigger>
      <ConfirmCall
        endpoint={suspendSiteBoard}
        input={{ params, body: {} }}
        invalidates={['site']}
        done={`${board.title} is suspended.`}
        isOpen={open === 'suspend'}
        onClose={close}
        title={`Suspend ${board.title}?`}
        confirmLabel="Suspend"
        danger
      >
        <p>
          Its members see only that it is suspended. Its shared links and calendars stop working, and its mail is held
          back. Nothing is lost, and everything works again once the board is resumed.
        </p>
      </ConfirmCall>
      {open === 'edit' && <EditBoardDialog board={board} onClose={close} />}
      {open === 'admin' && <FirstAdminDialog board={board} onClose={close} />}
    </>
  );
}
