import { useEffect } from 'react';
import { useBoard } from '#web/api/start.ts';
import { AddBoardDialog } from './add-board-dialog.tsx';
import { showBoardColour } from './appearance.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SupportChat } from './support-chat.tsx';

interface ShellOverlaysProps {
  readonly isAddingBoard: boolean;
  readonly onClose: () => void;
}

/** The dialogs of the shell itself, loaded right after the first screen as well. */
export function ShellOverlays({ isAddingBoard, onClose }: ShellOverlaysProps) {
  useBoardColour();
  return (
    <>
      <AddBoardDialog isOpen={isAddingBoard} onClose={onClose} />
      <LeaveGuard />
      <Shortcuts />
      <SupportChat />
    </>
  );
}

function useBoardColour(): void {
  const colour = useBoard()?.primary_color;
  // An effect, because the colour stands on <html>, above what React draws.
  useEffect(() => {
    if (colour !== undefined) showBoardColour(colour);
  }, [colour]);
}
