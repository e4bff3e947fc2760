import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { ErrorModal } from './error-modal.tsx';

export function StartFailure() {
  return (
    <>
      <Page>
        <EmptyState
          level={1}
          title="This page could not be loaded"
          text="Check your connection, then try again."
          action={<Button onPress={() => window.location.reload()}>Try again</Button>}
        />
      </Page>
      <ErrorModal />
    </>
  );
}
