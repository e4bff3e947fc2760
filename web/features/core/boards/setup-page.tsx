import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type BoardSetup, getBoardSetup, saveBoardSetup } from '#contract/boards.ts';
import { type DefaultMeeting, getDefaultMeeting, saveDefaultMeeting } from '#contract/meeting-lifecycle.ts';
import { CallError } from '#web/api/call-error.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { refreshStart } from '#web/api/start.ts';
import { clearUnsavedChanges, useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { paths } from '#web/paths.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { BoardFields } from './board-fields.tsx';
import { ColourCard } from './colour-card.tsx';
import { DefaultMeetingFields } from './default-meeting-fields.tsx';
import { SafetyFields } from './safety-fields.tsx';
import { boardChanges, defaultMeetingOf, fieldOfDefault, formOf, lengthError, type SetupForm } from './setup-form.ts';

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

/** The page's one form. The board is saved first, then what its meetings begin with; what was saved stays saved. */
export function useSetupForm(setup: BoardSetup, meeting: DefaultMeeting) {
  const [opened, setOpened] = useState(() => formOf(setup, meeting));
  // Of what the form was opened with: what others save meanwhile must not look like the base of what is typed here.
  const revision = useRef(setup.revision);
  const form = useForm<SetupForm>({ defaultValues: opened });
  const { isDirty } = form.formState;
  const [isSaving, setSaving] = useState(false);
  const saveBoard = useCall(saveBoardSetup);
  const saveMeeting = useCall(saveDefaultMeeting);

  const follow = (nextSetup: BoardSetup, nextMeeting: DefaultMeeting): void => {
    revision.current = nextSetup.revision;
    const next = formOf(nextSetup, nextMeeting);
    setOpened(next);
    form.reset(next);
  };
  // An effect, because what others save comes from outside; nothing typed is overwritten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the server has starts it
  useEffect(() => {
    if (!isDirty) follow(setup, meeting);
  }, [setup, meeting]);

  const save = async (typed: SetupForm): Promise<void> => {
    const changes = boardChanges(opened, typed);
    const nextMeeting = defaultMeetingOf(opened, typed, meeting);
    let kept = { setup, meeting };
    if (changes !== null) {
      const saved = await saveBoard.mutateAsync({ body: { ...changes, revision: revision.current } });
      revision.current = saved.setup.revision;
      kept = { ...kept, setup: saved.setup };
      queryClient.setQueryData(queryFor(getBoardSetup).queryKey, saved);
    }
    if (nextMeeting !== null) {
      const saved = await saveMeeting.mutateAsync({ body: nextMeeting });
      kept = { ...kept, meeting: saved.default_meeting };
      queryClient.setQueryData(queryFor(getDefaultMeeting).queryKey, saved);
    }
    follow(kept.setup, kept.meeting);
    clearUnsavedChanges();
    showToast('Setup saved');
    if (kept.setup.baseUrl === setup.baseUrl) await refreshStart();
    else window.location.assign(`${kept.setup.baseUrl}${paths.adminSetup()}`);
  };

  /** The duty is saved on its own and may narrow the links; what is typed beside it stays. */
  const followDuty = async (): Promise<void> => {
    const { setup: now } = await queryClient.fetchQuery({ ...queryFor(getBoardSetup), staleTime: 0 });
    // Anything further than this one step is somebody else's, and is told when the form is saved.
    if (now.revision === revision.current + 1) revision.current = now.revision;
    setOpened((before) => ({ ...before, magic_links: now.magic_links }));
    form.resetField('magic_links', { defaultValue: now.magic_links });
  };

  const submit = form.handleSubmit(async (typed) => {
    if (isSaving) return;
    const wrongLength = lengthError(typed.length_minutes);
    if (wrongLength !== null) {
      form.setError('length_minutes', { message: wrongLength }, { shouldFocus: true });
      return;
    }
    setSaving(true);
    try {
      await save(typed);
    } catch (error) {
      // Every failure of a call is told already: at its field, or by the general error.
      if (!(error instanceof CallError)) throw error;
      for (const [name, message] of Object.entries(error.fields)) {
        form.setError(fieldOfDefault(name), { message }, { shouldFocus: true });
      }
    } finally {
      setSaving(false);
    }
  });
  return { form, submit, isDirty, isSaving, followDuty };
}
