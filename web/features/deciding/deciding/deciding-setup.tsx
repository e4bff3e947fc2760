import { useSuspenseQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { type ResolverResult, useWatch } from 'react-hook-form';
import { type Deciding, getDeciding, saveDeciding } from '#contract/deciding.ts';
import { type DecidingPreset, decidingPresets } from '#domain/deciding.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { resolved } from '#web/api/rule-errors.ts';
import { useOthersSaves, useSchemaForm } from '#web/api/use-contract-form.ts';
import { HelpLink } from '#web/shell/help-link.tsx';
import { PageForm } from '#web/shell/page-form.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Spread, Stack } from '#web/ui/layout.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns } from '#web/ui/page.tsx';
import { BodyFields, Voters } from './body-fields.tsx';
import styles from './deciding.module.css';
import {
  bodyName,
  changesOf,
  type DecidingForm,
  formErrors,
  formOf,
  hasVoterChanges,
  startingFrom,
  textErrors,
  votersTyped,
} from './deciding-form.ts';
import { MeetingFields, MinutesFields } from './meeting-fields.tsx';
import { RulesExample } from './rules-example.tsx';
import { VoteFields, WrittenFields } from './vote-fields.tsx';

const presetLabels: Readonly<Record<DecidingPreset, string>> = {
  delaware: 'Delaware',
  'uk-model-articles': 'UK model articles',
  aktg: 'AktG',
  'swiss-or': 'Swiss OR',
  'roberts-rules': 'Robert’s Rules',
};

export function DecidingSetup() {
  const { deciding } = useSuspenseQuery(queryFor(getDeciding)).data;
  const [chosenId, choose] = useState<string | null>(null);
  const { form, adoptRevision, discard, isSwitched } = useDecidingForm(deciding, choose);
  const bodies = useWatch({ control: form.control, name: 'bodies' });
  const offered = deciding.bodies.filter(({ id }) => bodies.some((each) => each.id === id));
  const body = offered.find(({ id }) => id === chosenId) ?? offered[0];
  const at = bodies.findIndex(({ id }) => id === body?.id);
  const typed = bodies[at];
  if (typed === undefined || body === undefined) return null;
  const startFrom = (preset: DecidingPreset): void => {
    const start = startingFrom(preset, typed, votersTyped(deciding, body, typed));
    form.setValue(`bodies.${at}`, start.body, { shouldDirty: true });
    const { settings } = start;
    for (const name of Object.keys(settings) as (keyof typeof settings)[]) {
      form.setValue(name, settings[name], { shouldDirty: true });
    }
  };
  return (
    <PageForm form={form} onDiscard={form.isDirty ? discard : null} label="Deciding" submitLabel="Save">
      <Columns
        width="wide"
        spaced
        asideLabel="Example"
        aside={<RulesExample key={body.id} typed={typed} form={form} voters={votersTyped(deciding, body, typed)} />}
      >
        <Stack gap="xl">
          <Spread>
            <p className={styles.lede}>
              Changes are logged with the old and new values.{' '}
              <HelpLink chapter="board-admins" heading="set-the-rules-of-deciding" />
            </p>
            <StartFrom onChoose={startFrom} />
          </Spread>
          {offered.length > 1 && (
            <Select
              label="Body"
              value={body.id}
              onChange={choose}
              options={offered.map((each) => ({ value: each.id, label: bodyName(each) }))}
            />
          )}
          <BodyFields key={body.id} form={form} at={at} body={body} people={deciding.people ?? []} typed={typed} />
          <MeetingFields form={form} />
          <VoteFields form={form} />
          <WrittenFields form={form} />
          <MinutesFields form={form} />
          <Voters
            form={form}
            deciding={deciding}
            body={body}
            silentIds={typed.non_voter_ids}
            onSwitch={(ids) => form.setValue(`bodies.${at}.non_voter_ids`, ids, { shouldDirty: true })}
            isSwitched={isSwitched()}
            onRevision={adoptRevision}
          />
        </Stack>
      </Columns>
    </PageForm>
  );
}

function StartFrom({ onChoose }: { readonly onChoose: (preset: DecidingPreset) => void }) {
  return (
    <MenuTrigger>
      <Button iconEnd={ChevronDown}>Start from</Button>
      <Menu aria-label="Start from" onAction={(key) => onChoose(key as DecidingPreset)}>
        {decidingPresets.map((preset) => (
          <MenuItem key={preset} id={preset} label={presetLabels[preset]} />
        ))}
      </Menu>
    </MenuTrigger>
  );
}

function useDecidingForm(deciding: Deciding, showBody: (id: string) => void) {
  const [opened, setOpened] = useState(() => formOf(deciding));
  // The revision when the form was opened, so that the server rejects saving over other people's changes.
  const revision = useRef(deciding.revision);
  /** The server's errors refer to bodies by their index in this list. */
  const sentBodies = useRef<readonly { readonly id: string }[]>([]);
  const save = useCall(saveDeciding);
  const form = useSchemaForm<DecidingForm, DecidingForm, Deciding>({
    defaults: opened,
    guardsLeaving: true,
    resolver: (typed) => checked(typed, deciding, showBody),
    fieldOf: (field) => {
      const [, nth, name] = /^bodies\.(\d+)\.(\w+)/.exec(field) ?? [];
      const wrong = sentBodies.current[Number(nth)];
      if (wrong === undefined) return field;
      showBody(wrong.id);
      return `bodies.${opened.bodies.findIndex(({ id }) => id === wrong.id)}.${name}`;
    },
    send: async (typed) => {
      const changes = changesOf(opened, typed, deciding);
      sentBodies.current = changes.bodies ?? [];
      const answer = await save.mutateAsync({ body: { ...changes, revision: revision.current } });
      queryClient.setQueryData(queryFor(getDeciding).queryKey, answer);
      return answer.deciding;
    },
    onSaved: (saved) => {
      adopt(saved);
      showToast('Setup saved');
    },
  });
  const adopt = (next: Deciding): void => {
    revision.current = next.revision;
    setOpened(formOf(next));
    form.reset(formOf(next));
  };
  useOthersSaves([deciding], form.isDirty, () => adopt(deciding));
  const adoptRevision = (next: number): void => {
    if (next === revision.current + 1) revision.current = next;
  };
  const isSwitched = (): boolean => hasVoterChanges(opened, form.getValues(), deciding);
  return { form, adoptRevision, discard: () => adopt(deciding), isSwitched };
}

function checked(
  typed: DecidingForm,
  deciding: Deciding,
  showBody: (id: string) => void,
): ResolverResult<DecidingForm> {
  const wrong = formErrors(typed, deciding);
  if (wrong[0] !== undefined) showBody(wrong[0].id);
  const ofBodies = wrong.flatMap(({ at, errors }) =>
    Object.entries(errors).map(([name, message]) => [`bodies.${at}.${name}`, message] as const),
  );
  return resolved(typed, { ...textErrors(typed), ...Object.fromEntries(ofBodies) });
}
