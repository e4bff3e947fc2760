import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getAccount } from '#contract/account.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { isOpen, useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { AccountFields, useAccountForm } from './account-form.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { SessionsSection, SigningInSection } from './signing-in.tsx';

/** /account: what users set for themselves; what their boards show of them is on the Profile tab. */
export function AccountPage({ calendarFeeds }: { readonly calendarFeeds: ReactNode }) {
  const { account } = useSuspenseQuery(queryFor(getAccount)).data;
  const form = useAccountForm(account);
  return (
    <Page>
      <PageHead title={shellLabels.myAccount} />
      <AccountTabs />
      <Columns
        width="wide"
        spaced
        single
        gap="l"
        asideLabel="Notifications"
        aside={
          <>
            <NotificationsSection account={account} form={form} />
            {calendarFeeds}
          </>
        }
      >
        <Stack gap="xl">
          <PageForm form={form} label="Name and email" submitLabel="Save">
            <AccountFields account={account} form={form} />
          </PageForm>
          <SigningInSection account={account} />
          <SessionsSection sessions={account.sessions} />
        </Stack>
      </Columns>
    </Page>
  );
}

/** Without an open board there is no profile. */
function AccountTabs() {
  const { user } = useStart();
  const board = useBoard();
  const slug = board !== null && isOpen(board) ? (user?.slug ?? null) : null;
  return (
    <LinkTabs
      label="Account"
      tabs={[
        { label: 'Account', href: paths.account(), isCurrent: true },
        ...(slug === null ? [] : [{ label: 'Profile', href: paths.personEdit(slug), isCurrent: false }]),
      ]}
    />
  );
}
