import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getAccount } from '#contract/account.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { DevicesSection } from '#web/features/access/devices/devices-section.tsx';
import { PasskeyPurpose, PasskeysSection } from '#web/features/access/passkeys/passkeys-section.tsx';
import { ConnectionsSection } from '#web/features/access/providers/connections-section.tsx';
import { AccountTabs } from '#web/features/members/profile/account-tabs.tsx';
import { PageForm } from '#web/shell/page-form.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { AccountFields, NotificationsSection, useAccountForm } from './account-form.tsx';
import { PasswordSection } from './signing-in.tsx';

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

export function SecurityPage({ papersOnDevices }: { readonly papersOnDevices: ReactNode }) {
  const { account } = useSuspenseQuery(queryFor(getAccount)).data;
  return (
    <Page>
      <PageHead title={shellLabels.myAccount} />
      <AccountTabs current="security" />
      <Columns
        width="wide"
        spaced
        asideLabel="About signing in"
        aside={
          <>
            <PasskeyPurpose />
            <PasswordSection account={account} />
          </>
        }
      >
        <Stack gap="xl">
          <PasskeysSection />
          <ConnectionsSection />
          <DevicesSection />
          {papersOnDevices}
        </Stack>
      </Columns>
    </Page>
  );
}
