import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { type ResolverResult, useController } from 'react-hook-form';
import { type BoardSetup, getBoardSetup, saveBoardSetup } from '#contract/boards.ts';
import { type DefaultMeeting, getDefaultMeeting, saveDefaultMeeting } from '#contract/meeting-lifecycle.ts';
import { contrastRatio, isBoardColor, onBoardColor } from '#domain/board-settings.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { resolved } from '#web/api/rule-errors.ts';
import { refreshStart } from '#web/api/start.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { useOthersSaves, useSchemaForm } from '#web/api/use-contract-form.ts';
import { paths } from '#web/paths.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { DateBlock } from '#web/ui/meeting/date-block.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { BoardFields } from './board-fields.tsx';
import { DefaultMeetingFields } from './default-meeting-fields.tsx';
import { SafetyFields } from './safety-fields.tsx';
import styles from './setup.module.css';
import {
  boardChanges,
  defaultMeetingOf,
  fieldOfDefault,
  formOf,
  lengthError,
  type SetupForm,
  trustError,
} from './setup-form.ts';

export function SetupPage({ deciding, auditLog }: { readonly deciding: ReactNode; readonly auditLog: ReactNode }) {
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
    resolver: (typed: SetupForm): ResolverResult<SetupForm> =>
      resolved(typed, { length_minutes: lengthError(typed.length_minutes), trust_days: trustError(typed.trust_days) }),
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

const swatches: readonly (readonly [colour: string, name: string])[] = [
  ['#124e52', 'Pine'],
  ['#1f3a6e', 'Navy'],
  ['#5a2a52', 'Plum'],
  ['#7d2a26', 'Brick'],
  ['#8a5a12', 'Ochre'],
  ['#2f5a34', 'Moss'],
  ['#3c3c40', 'Slate'],
  ['#e2b53e', 'Amber'],
];

const typedColour = (text: string): string => {
  const trimmed = text.trim().toLowerCase();
  return /^[0-9a-f]{6}$/.test(trimmed) ? `#${trimmed}` : trimmed;
};

const style = (colour: string) => ({ '--board': colour }) as React.CSSProperties;

function ColourCard({ form }: { readonly form: ContractForm<SetupForm> }) {
  const titleId = useId();
  const { field, fieldState } = useController({ name: 'primary_color', control: form.control });
  const isColour = isBoardColor(field.value);
  const colour = isColour ? field.value : '#3c3c40';
  return (
    <Card>
      <Stack>
        <h2 className={styles['card-title']} id={titleId}>
          Board colour
        </h2>
        <RadioGroup
          className={styles.swatches ?? ''}
          aria-labelledby={titleId}
          value={swatches.some(([known]) => known === field.value) ? field.value : null}
          onChange={field.onChange}
          orientation="horizontal"
        >
          {swatches.map(([each, name]) => (
            <Radio
              key={each}
              value={each}
              aria-label={name}
              className={`${styles.swatch} board-scope`}
              style={style(each)}
            />
          ))}
        </RadioGroup>
        <div className={styles.custom}>
          <input
            type="color"
            className={styles.picker}
            aria-label="Pick a colour"
            value={colour}
            onChange={(event) => field.onChange(event.currentTarget.value)}
          />
          <TextField
            label="Custom"
            value={field.value}
            onChange={(text) => field.onChange(typedColour(text))}
            onBlur={field.onBlur}
            name={field.name}
            ref={field.ref}
            description={isColour ? contrastText(colour) : undefined}
            errorMessage={
              isColour ? fieldState.error?.message : 'Enter # followed by six characters (0–9 or A–F), such as #124e52'
            }
          />
        </div>
        <Preview theme="light" colour={colour} />
        <Preview theme="dark" colour={colour} />
        <p className="meta">
          Any colour works. Text on it stays readable, because each theme adjusts the colour if needed.
        </p>
      </Stack>
    </Card>
  );
}

function contrastText(colour: string): string {
  const textColour = onBoardColor(colour);
  const ratio = Math.floor(contrastRatio(colour, textColour) * 10) / 10;
  return `Text on this colour is ${textColour === '#ffffff' ? 'white' : 'black'}. Contrast ${ratio} to 1.`;
}

function Preview({ theme, colour }: { readonly theme: 'light' | 'dark'; readonly colour: string }) {
  return (
    <figure className={styles.preview} style={{ ...style(colour), colorScheme: theme }} data-preview={theme}>
      <figcaption className="meta">{theme === 'light' ? 'Light theme' : 'Dark theme'}</figcaption>
      <div className={`${styles.sample} board-scope`}>
        <DateBlock weekday="Thursday" day={19} month="November" dateTime="2026-11-19" />
        <div className={styles['sample-body']}>
          <p className={styles['sample-title']}>November Board Meeting</p>
          <p className={styles['sample-row']}>Selected row</p>
          <p className={styles['sample-link']}>A link in the text</p>
          <span className={styles['sample-button']}>Open meeting</span>
        </div>
      </div>
    </figure>
  );
}
