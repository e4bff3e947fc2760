import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listTakenAddresses } from '#contract/invitations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { NotFoundPage } from '#web/shell/not-found-page.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';

/** Who may not invite finds nothing at these addresses. */
export function InvitersOnly({ children }: { readonly children: ReactNode }) {
  const { user } = useStart();
  return user?.boardInfo?.is_board_admin === true ? children : <NotFoundPage />;
}

interface NewPersonFrameProps {
  readonly how: 'one' | 'several';
  readonly children: ReactNode;
}

/** Head and tabs of /people/create and /people/create/several. */
export function NewPersonFrame({ how, children }: NewPersonFrameProps) {
  return (
    <Page>
      <Breadcrumbs items={[{ label: 'People', href: paths.people() }]} />
      <PageHead title="New Person" />
      <LinkTabs
        label="How many"
        tabs={[
          { label: 'One person', href: paths.personCreate(), isCurrent: how === 'one' },
          { label: 'Invite several', href: paths.personCreateSeveral(), isCurrent: how === 'several' },
        ]}
      />
      {children}
    </Page>
  );
}

/** Addresses that need no invitation, by address. */
export function useTakenAddresses() {
  const { data } = useSuspenseQuery(queryFor(listTakenAddresses));
  return new Map(data.taken.map(({ email, by }) => [email, by] as const));
}
