import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface LateBallotProps {
  readonly children: string;
  readonly onDismiss: () => void;
}

export function LateBallot({ children, onDismiss }: LateBallotProps) {
  return (
    <Notice
      tone="negative"
      isNews
      actions={
        <Button size="s" onPress={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
