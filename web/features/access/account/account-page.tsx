import { useSuspenseQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type Account, getAccount } from '#contract/account.ts';
import { formatDate } from '#domain/dates.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { isOpen, useBoard, useStart, useTimeZone } from '#web/api/start.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { TwoFactorSection } from '#web/features/access/two-factor/two-factor-section.tsx';
import { paths } from '#web/paths.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { NameAndEmail, useAccountForm } from './account-form.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasswordDialog, SessionsSection } from './signing-in.tsx';

/** /account: everything that users do about themselves; what their boards show of them is the Profile tab. */
export function AccountPage({ calendarFeeds }: { readonly calendarFeeds: ReactNode }) {
  const { data } = useSuspenseQuery(queryFor(getAccount));
  const { account } = data;
  const formId = useId();
  const { form, submit, isSaving } = useAccountForm(account);
  useUnsavedChanges(form.formState.isDirty);
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
            {calendarFeeds}
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

export function SigningInSection({ account }: { readonly account: Account }) {
  const timeZone = useTimeZone();
  const [isChanging, setChanging] = useState(false);
  const { password_changed_at: changedAt } = account;
  return (
    <Section title="Signing in">
      <Rows>
        <Setting
          icon={KeyRound}
          title="Password"
          meta={changedAt === null ? 'The one that you joined with' : `Changed on ${formatDate(changedAt, timeZone)}`}
          action={
            <Button size="s" aria-label="Change password" onPress={() => setChanging(true)}>
              Change
            </Button>
          }
        />
        <TwoFactorSection />
      </Rows>
      <PasswordDialog isOpen={isChanging} onClose={() => setChanging(false)} />
    </Section>
  );
}
