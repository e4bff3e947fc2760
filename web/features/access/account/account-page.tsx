import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getAccount } from '#contract/account.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { AccountFields, useAccountForm } from './account-form.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { NotificationsSection } from './notifications-section.tsx';

export function AccountPage({ calendarFeeds }: { readonly calendarFeeds: ReactNode }) {
  const { account } = useSuspenseQuery(queryFor(getAccount)).data;
  const form = useAccountForm(account);
  return (
    <Page>
      <PageHead title={shellLabels.myAccount} />
      <AccountTabs current="account" />
      <Columns
        width="wide"
        spaced
        asideLabel="Notifications"
        aside={
          <>
            <NotificationsSection account={account} form={form} />
            {calendarFeeds}
          </>
        }
      >
        <PageForm form={form} label="Name and email" submitLabel="Save">
          <AccountFields account={account} form={form} />
        </PageForm>
      </Columns>
    </Page>
  );
}
