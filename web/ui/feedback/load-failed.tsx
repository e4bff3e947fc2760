import { Button } from '../actions/button.tsx';
import { Cluster, Stack } from '../layout.tsx';

interface LoadFailedProps {
  /** 'The links', 'Announcements': begins the sentence. */
  readonly what: string;
  readonly onRetry: () => void;
}

/** Stands where a part of a page was to be loaded and could not be. */
export function LoadFailed({ what, onRetry }: LoadFailedProps) {
  return (
    <Stack gap="s">
      <p className="muted" role="status">
        {what} could not be loaded.
      </p>
      <Cluster>
        <Button onPress={onRetry}>Try again</Button>
      </Cluster>
    </Stack>
  );
}
