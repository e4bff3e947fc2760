import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { getBoardSetup } from '#contract/boards.ts';
import { getDefaultMeeting } from '#contract/meeting-acts.ts';
import { queryFor } from '#web/api/queries.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { paths } from '#web/paths.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { BoardFields } from './board-fields.tsx';
import { ColourCard } from './colour-card.tsx';
import { DefaultMeetingFields } from './default-meeting-fields.tsx';
import { SafetyFields } from './safety-fields.tsx';
import { useSetupForm } from './use-setup-form.ts';

/** /admin/setup: what a board's admins set for all of it, and the log of what was done (product.md, section 4). */
export function SetupPage({ auditLog }: { readonly auditLog: ReactNode }) {
  const { view } = useSearch({ from: '/shell/board/board-admins/admin/setup' });
  const isLog = view === 'log';
  return (
    <Page>
      <PageHead title="Setup" />
      <LinkTabs
        label="Setup"
        tabs={[
          { label: 'Board', href: paths.adminSetup(), isCurrent: !isLog },
          { label: 'Audit log', href: paths.auditLog(), isCurrent: isLog },
        ]}
      />
      {isLog ? auditLog : <BoardForm />}
    </Page>
  );
}

function BoardForm() {
  const formId = useId();
  const { setup } = useSuspenseQuery(queryFor(getBoardSetup)).data;
  const { default_meeting: meeting } = useSuspenseQuery(queryFor(getDefaultMeeting)).data;
  const { form, submit, isDirty, isSaving, followDuty } = useSetupForm(setup, meeting);
  useUnsavedChanges(isDirty);
  return (
    <form
      id={formId}
      noValidate
      aria-label="Setup"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TopBarActions>
        <Button variant="primary" type="submit" form={formId} isPending={isSaving}>
          Save
        </Button>
      </TopBarActions>
      <Columns width="wide" spaced single gap="l" asideLabel="Colour" aside={<ColourCard control={form.control} />}>
        <Stack gap="xl">
          <BoardFields setup={setup} control={form.control} />
          <DefaultMeetingFields control={form.control} />
          <SafetyFields setup={setup} control={form.control} onDuty={followDuty} />
        </Stack>
      </Columns>
    </form>
  );
}
