import { AddBoardDialog } from './add-board-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';

interface ShellOverlaysProps {
  readonly isAddingBoard: boolean;
  readonly onClose: () => void;
}

/** The dialogs of the shell itself, loaded right after the first screen as well. */
export function ShellOverlays({ isAddingBoard, onClose }: ShellOverlaysProps) {
  return (
    <>
      <AddBoardDialog isOpen={isAddingBoard} onClose={onClose} />
      <LeaveGuard />
    </>
  );
}
