import { clsx } from 'clsx';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

interface DrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly pathname: string;
  readonly onAddBoard: () => void;
}

export function Drawer({ isOpen, onClose, pathname, onAddBoard }: DrawerProps) {
  return (
    <ModalOverlay
      className={clsx(styles['drawer-scrim'], 'screen-wide')}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.drawer ?? ''}>
        <Dialog className={styles['drawer-dialog'] ?? ''} aria-label="Board">
          <Sidebar form="full" pathname={pathname} groupsOpenThemselves={false} onAddBoard={onAddBoard} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
