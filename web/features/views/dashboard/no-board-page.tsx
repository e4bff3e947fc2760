import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { rolesOf } from '#web/shell/roles.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';

export function NoBoardPage() {
  const { user } = useStart();
  const { isSiteAdmin } = rolesOf(user);
  return (
    <Page>
      <EmptyState
        level={1}
        title="You are not on a board yet"
        text="A board appears here when you are invited to it."
        action={isSiteAdmin && <LinkButton href={paths.siteAdminBoards()}>Go to Boards</LinkButton>}
      />
    </Page>
  );
}
