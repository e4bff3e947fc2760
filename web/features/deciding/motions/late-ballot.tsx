import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface LateBallotProps {
  readonly children: string;
  readonly onDismiss: () => void;
}

/** Shows that a ballot was not counted, even after the vote has disappeared from the page. */
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
