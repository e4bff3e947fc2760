import { CirclePause, CirclePlay, Ellipsis, Pencil, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { inviteFirstAdmin, resumeSiteBoard, type SiteBoard, suspendSiteBoard } from '#contract/site.ts';
import { useCall } from '#web/api/mutations.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { EditBoardDialog } from './board-dialogs.tsx';

type Asking = 'edit' | 'suspend' | 'admin' | null;

/** What site administration may do to a board. */
export function BoardActs({ board }: { readonly board: SiteBoard }) {
  const [asking, setAsking] = useState<Asking>(null);
  const close = (): void => setAsking(null);
  const suspend = useCall(suspendSiteBoard, {
    invalidates: ['site'],
    onSuccess: () => {
      close();
      showToast(`${board.title} is suspended.`);
    },
  });
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
        <IconButton icon={Ellipsis} size="s" aria-label={`More for ${board.title}`} />
        <Menu aria-label={`Manage ${board.title}`}>
          <MenuItem icon={Pencil} onAction={() => setAsking('edit')}>
            Rename or note plan
          </MenuItem>
          {!board.has_admin && (
            <MenuItem icon={UserPlus} onAction={() => setAsking('admin')}>
              Name first admin
            </MenuItem>
          )}
          {board.suspended_at === null ? (
            <MenuItem icon={CirclePause} onAction={() => setAsking('suspend')}>
              Suspend
            </MenuItem>
          ) : (
            <MenuItem icon={CirclePlay} onAction={() => resume.mutate({ params, body: {} })}>
              Resume
            </MenuItem>
          )}
        </Menu>
      </MenuTrigger>
      <ConfirmDialog
        isOpen={asking === 'suspend'}
        onClose={close}
        title={`Suspend ${board.title}?`}
        confirmLabel="Suspend"
        danger
        isPending={suspend.isPending}
        onConfirm={() => suspend.mutate({ params, body: {} })}
      >
        <p>
          Its members see only that it is suspended. Its shared links and calendars open nothing, and its mail waits.
          All of it is kept, and comes back when the board is resumed.
        </p>
      </ConfirmDialog>
      {asking === 'edit' && <EditBoardDialog board={board} onClose={close} />}
      {asking === 'admin' && <FirstAdminDialog board={board} onClose={close} />}
    </>
  );
}

/** For a board on which nobody is admin any more, or yet. */
export function FirstAdminDialog({ board, onClose }: { readonly board: SiteBoard; readonly onClose: () => void }) {
  const form = useContractForm({
    endpoint: inviteFirstAdmin,
    params: { id: board.id },
    defaults: { first_name: '', last_name: '', email: '' },
    invalidates: ['site'],
    saved: ({ invited }, { email }) =>
      invited ? `${email} is invited as board admin.` : `${email} is board admin now.`,
    onSaved: onClose,
  });
  return (
    <FormDialog
      scrolls
      title={`Name the admin of ${board.title}`}
      submitLabel="Name admin"
      form={form}
      onClose={onClose}
    >
      <p>Nobody on this board can invite others. An active member becomes admin at once; anybody else is invited.</p>
      <FieldRow>
        <FormText form={form} name="first_name" label="First name" isRequired />
        <FormText form={form} name="last_name" label="Last name" isRequired />
      </FieldRow>
      <FormText form={form} name="email" label="Email" type="email" isRequired />
    </FormDialog>
  );
}
