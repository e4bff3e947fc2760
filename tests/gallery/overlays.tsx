import { CircleCheck, FolderInput, Pencil, Printer, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Menu, MenuItem, MenuSection, MenuSeparator, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { Popover, PopoverTrigger } from '#web/ui/overlays/popover.tsx';
import { showToast, ToastRegion } from '#web/ui/overlays/toast.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import { KitLine, KitSection } from './sheet.tsx';

type Opened = 'dialog' | 'form' | 'confirm' | 'message' | null;

const LONG = Array.from({ length: 14 }, (_, index) => `Line ${index + 1} of what will be sent to the members.`);

export function OverlaysSection() {
  const [opened, setOpened] = useState<Opened>(null);
  const [name, setName] = useState('Quarterly reports');
  const close = () => setOpened(null);
  return (
    <KitSection title="Menus, dialogs, messages">
      <KitLine>
        <MenuTrigger>
          <Button>Menu</Button>
          <Menu aria-label="Document actions">
            <MenuItem icon={Pencil}>Rename</MenuItem>
            <MenuItem icon={FolderInput}>Move</MenuItem>
            <MenuItem icon={Printer} disabledReason="Printing is switched off for this document.">
              Print
            </MenuItem>
            <MenuSection title="Members">
              <MenuItem icon={Send} description="By email, now" count={1}>
                Tell members what changed
              </MenuItem>
            </MenuSection>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger>
              Delete
            </MenuItem>
          </Menu>
        </MenuTrigger>
        <MenuTrigger placement="bottom start">
          <Button>Menu with a choice</Button>
          <Menu aria-label="Search in" selectionMode="single" selectedKeys={['everything']}>
            <MenuItem id="everything">Everything</MenuItem>
            <MenuItem id="people">People</MenuItem>
          </Menu>
        </MenuTrigger>
        <PopoverTrigger>
          <Button>Popover</Button>
          <Popover aria-label="Rename">
            {(done) => (
              <TextField
                label="Name"
                value={name}
                onChange={setName}
                onKeyDown={(event) => event.key === 'Enter' && done()}
              />
            )}
          </Popover>
        </PopoverTrigger>
        <Tooltip text="After one second" shortcut="Ctrl Z">
          <Button>Tooltip</Button>
        </Tooltip>
      </KitLine>
      <KitLine>
        <Button onPress={() => setOpened('dialog')}>Dialog</Button>
        <Button onPress={() => setOpened('form')}>Dialog that scrolls</Button>
        <Button onPress={() => setOpened('confirm')}>Confirm</Button>
        <Button onPress={() => setOpened('message')}>Message</Button>
        <Button onPress={() => showToast('This file is no longer available.')}>Toast</Button>
        <Button
          onPress={() =>
            showToast('Management accounts moved to Quarterly reports', {
              icon: CircleCheck,
              action: { label: 'Undo', onAction: () => showToast('Moved back') },
            })
          }
        >
          Toast with an action
        </Button>
      </KitLine>
      <Dialog
        isOpen={opened === 'dialog'}
        onClose={close}
        title="Preview not available"
        actions={
          <Button variant="primary" onPress={close}>
            Download File
          </Button>
        }
      >
        <p>This file type cannot be previewed in a browser. Download now?</p>
      </Dialog>
      <Dialog
        isOpen={opened === 'form'}
        onClose={close}
        title="Publish and invite"
        size="m"
        scrolls
        actionsStart={<Button variant="quiet">Save draft</Button>}
        actions={
          <Button variant="primary" onPress={close}>
            Publish
          </Button>
        }
      >
        {LONG.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Dialog>
      <ConfirmDialog
        isOpen={opened === 'confirm'}
        onClose={close}
        title="Delete this folder?"
        confirmLabel="Delete"
        danger
        onConfirm={close}
      >
        <p>Its 4 documents are deleted too.</p>
      </ConfirmDialog>
      <MessageDialog isOpen={opened === 'message'} onClose={close} message="Something went wrong!" />
      <ToastRegion />
    </KitSection>
  );
}
