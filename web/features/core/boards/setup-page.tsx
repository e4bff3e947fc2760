import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import type { ResolverResult } from 'react-hook-form';
import { type BoardSetup, getBoardSetup, saveBoardSetup } from '#contract/boards.ts';
import { type DefaultMeeting, getDefaultMeeting, saveDefaultMeeting } from '#contract/meeting-lifecycle.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { refreshStart } from '#web/api/start.ts';
import { useOthersSaves, useSchemaForm } from '#web/api/use-contract-form.ts';
import { paths } from '#web/paths.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { BoardFields } from './board-fields.tsx';
import { ColourCard } from './colour-card.tsx';
import { DefaultMeetingFields } from './default-meeting-fields.tsx';
import { SafetyFields } from './safety-fields.tsx';
import {
  boardChanges,
  defaultMeetingOf,
  fieldOfDefault,
  formOf,
  lengthError,
  type SetupForm,
  trustError,
} from './setup-form.ts';

interface SetupPageProps {
  readonly deciding: ReactNode;
  readonly auditLog: ReactNode;
}

export function SetupPage({ deciding, auditLog }: SetupPageProps) {
  const { view } = useSearch({ from: '/shell/board/board-admins/admin/setup' });
  const shown = view === 'log' || view === 'deciding' ? view : 'board';
  return (
    <Page>
      <PageHead title="Setup" />
      <LinkTabs
        label="Setup"
        tabs={[
          { label: 'Board', href: paths.adminSetup(), isCurrent: shown === 'board' },
          { label: 'Deciding', href: paths.decidingSetup(), isCurrent: shown === 'deciding' },
          { label: 'Audit log', href: paths.auditLog(), isCurrent: shown === 'log' },
        ]}
      />
      {shown === 'board' && <BoardForm />}
      {shown === 'deciding' && deciding}
      {shown === 'log' && auditLog}
    </Page>
  );
}

function BoardForm() {
  const { setup } = useSuspenseQuery(queryFor(getBoardSetup)).data;
  const { default_meeting: meeting } = useSuspenseQuery(queryFor(getDefaultMeeting)).data;
  const { form, adoptRequirement } = useSetupForm(setup, meeting);
  return (
    <PageForm form={form} label="Setup" submitLabel="Save">
      <Columns width="wide" spaced asideLabel="Colour" aside={<ColourCard form={form} />}>
        <Stack gap="xl">
          <BoardFields setup={setup} form={form} />
          <DefaultMeetingFields form={form} />
          <SafetyFields setup={setup} form={form} onRequirementChange={adoptRequirement} />
        </Stack>
      </Columns>
    </PageForm>
  );
}

function useSetupForm(setup: BoardSetup, meeting: DefaultMeeting) {
  const [opened, setOpened] = useState(() => formOf(setup, meeting));
  // The revision when the form was opened, so that the server rejects saving over other people's changes.
  const revision = useRef(setup.revision);
  const saveBoard = useCall(saveBoardSetup);
  const saveMeeting = useCall(saveDefaultMeeting);
  const form = useSchemaForm({
    defaults: opened,
    guardsLeaving: true,
    resolver: checkSetup,
    fieldOf: fieldOfDefault,
    send: async (typed) => {
      const changes = boardChanges(opened, typed);
      const nextMeeting = defaultMeetingOf(opened, typed, meeting);
      let saved = { setup, meeting };
      if (changes !== null) {
        const answer = await saveBoard.mutateAsync({ body: { ...changes, revision: revision.current } });
        revision.current = answer.setup.revision;
        saved = { ...saved, setup: answer.setup };
        queryClient.setQueryData(queryFor(getBoardSetup).queryKey, answer);
      }
      if (nextMeeting !== null) {
        const answer = await saveMeeting.mutateAsync({ body: nextMeeting });
        saved = { ...saved, meeting: answer.default_meeting };
        queryClient.setQueryData(queryFor(getDefaultMeeting).queryKey, answer);
      }
      return saved;
    },
    onSaved: async (saved) => {
      adopt(saved.setup, saved.meeting);
      showToast('Setup saved');
      const isWrittenAnew = saved.setup.date_style !== setup.date_style || saved.setup.first_day !== setup.first_day;
      if (saved.setup.baseUrl === setup.baseUrl && !isWrittenAnew) await refreshStart();
      else window.location.assign(`${saved.setup.baseUrl}${paths.adminSetup()}`);
    },
  });
  const adopt = (nextSetup: BoardSetup, nextMeeting: DefaultMeeting): void => {
    revision.current = nextSetup.revision;
    const next = formOf(nextSetup, nextMeeting);
    setOpened(next);
    form.reset(next);
  };
  useOthersSaves([setup, meeting], form.isDirty, () => adopt(setup, meeting));

  const adoptRequirement = async (): Promise<void> => {
    const { setup: now } = await queryClient.fetchQuery({ ...queryFor(getBoardSetup), staleTime: 0 });
    // If the revision rose by more than one, somebody else has also saved, so the next save must cause a conflict.
    if (now.revision === revision.current + 1) revision.current = now.revision;
    const next = { ...opened, magic_links: now.magic_links };
    setOpened(next);
    form.reset(next, { keepDirtyValues: true });
    form.setValue('magic_links', now.magic_links);
  };
  return { form, adoptRequirement };
}

function checkSetup(typed: SetupForm): ResolverResult<SetupForm> {
  const found = { length_minutes: lengthError(typed.length_minutes), trust_days: trustError(typed.trust_days) };
  const wrong = Object.entries(found).filter((entry): entry is [keyof typeof found, string] => entry[1] !== null);
  if (wrong.length === 0) return { values: typed, errors: {} };
  return { values: {}, errors: Object.fromEntries(wrong.map(([name, message]) => [name, { type: 'rule', message }])) };
}
