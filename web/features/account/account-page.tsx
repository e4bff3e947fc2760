import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { getAccount } from '#contract/account.ts';
import { shellLabels } from '#domain/messages.ts';
import { queryFor } from '#web/api/queries.ts';
import { isOpen, useBoard, useStart } from '#web/api/start.ts';
import { FeedsSection } from '#web/features/calendar/feeds-section.tsx';
import { SubscribeDialog } from '#web/features/calendar/subscribe-dialog.tsx';
import { paths } from '#web/paths.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { useUnsavedChanges } from '#web/shell/unsaved-changes.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { NameAndEmail } from './name-and-email.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SigningInSection } from './signing-in-section.tsx';
import { useAccountForm } from './use-account-form.ts';

/** /account: everything that users do about themselves; what their boards show of them is the Profile tab. */
export function AccountPage() {
  const { data } = useSuspenseQuery(queryFor(getAccount));
  const { account } = data;
  const formId = useId();
  const { form, submit, isSaving } = useAccountForm(account);
  useUnsavedChanges(form.formState.isDirty);
  const { calendar } = useSearch({ from: '/shell/account' });
  const router = useRouter();
  const stopSubscribing = (): void =>
    void router.navigate({ href: paths.account(), replace: true, resetScroll: false });
  return (
    <Page>
      <TopBarActions>
        <Button variant="primary" type="submit" form={formId} isPending={isSaving}>
          Save
        </Button>
      </TopBarActions>
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
            <NotificationsSection account={account} control={form.control} />
            <FeedsSection />
          </>
        }
      >
        <Stack gap="xl">
          <form
            id={formId}
            noValidate
            aria-label="Name and email"
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            <NameAndEmail account={account} control={form.control} />
          </form>
          <SigningInSection account={account} />
          <SessionsSection sessions={account.sessions} />
        </Stack>
      </Columns>
      <SubscribeDialog calendar={calendar} onClose={stopSubscribing} />
    </Page>
  );
}

/** The profile is a board's: without one that is open there is only the account. */
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
