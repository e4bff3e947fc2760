import { useWatch } from 'react-hook-form';
import {
  type BallotsShownTo,
  ballotReaders,
  majorities,
  majorityBases,
  type RecusedCounts,
  recusedCounts,
  voteWays,
} from '#domain/deciding.ts';
import { majorityLabels, majorityOfLabels, wayLabels } from '#domain/vote-labels.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { FormSelect, FormSwitch } from '#web/ui/fields/form-choices.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { type DecidingForm, optionsOf } from './deciding-form.ts';
import { CollapsibleSettings } from './fold.tsx';
import { SettingRow } from './setting-row.tsx';

const shownLabels: Readonly<Record<BallotsShownTo, string>> = {
  desk: 'Chair, secretary and editors',
  body: 'The body that decides',
  audience: 'Everybody who can see the meeting',
};

const recusedLabels: Readonly<Record<RecusedCounts, string>> = {
  absent: 'As absent',
  present: 'As present',
  'out-of-office': 'Not at all',
};

const castingVote = {
  name: 'casting_vote',
  title: 'Casting vote',
  meta: 'The chair decides a tie in votes by name or by show of hands. Changes do not affect a vote that is already open.',
  label: 'Chair decides',
} as const;

const switches = [
  { name: 'secret_votes', title: 'Secret votes', meta: 'Offered when a vote is opened.', label: 'Offer' },
  { name: 'seconder', title: 'Seconder', meta: 'A motion needs a seconder before the vote.', label: 'Needed' },
  {
    name: 'suggestions',
    title: 'Suggestions',
    meta: 'Voting members can suggest motions to the chair and secretary.',
    label: 'Allow',
  },
  {
    name: 'withholding',
    title: 'Withholding',
    meta: 'The chair, the secretary and editors may hide an item from somebody, even from a board admin. If you turn this off, items that are already withheld stay hidden.',
    label: 'Allow',
  },
] as const;

export function VoteFields({ form }: { readonly form: ContractForm<DecidingForm> }) {
  const names = switches.map(({ name }) => name);
  const values = useWatch({ control: form.control, name: names });
  const [hasSecret] = values;
  const titlesOf = (isOn: boolean): string =>
    switches.flatMap(({ title }, nth) => (values[nth] === isOn ? [title.toLowerCase()] : [])).join(', ') || 'none';
  return (
    <Section title="Votes" aside="All bodies">
      <SettingRow name="Majority" meta="Can be changed when a vote is opened.">
        <FormSelect
          form={form}
          name="majority"
          label="Majority"
          labelHidden
          options={optionsOf(majorities, majorityLabels)}
        />
      </SettingRow>
      <SettingRow
        name="Counted"
        meta="With “of the votes cast”, abstentions are not counted. With “of those present”, abstentions count as not in favour."
      >
        <FormSelect
          form={form}
          name="majority_of"
          label="Counted"
          labelHidden
          options={optionsOf(majorityBases, majorityOfLabels)}
        />
      </SettingRow>
      <SettingRow name="Voting method" meta="Proposed when a vote is opened.">
        <FormField form={form} name="vote_way">
          {(field) => (
            <Select
              label="Voting method"
              labelHidden
              options={optionsOf(
                voteWays.filter((way) => way !== 'secret' || hasSecret || field.value === 'secret'),
                wayLabels,
              )}
              {...field}
            />
          )}
        </FormField>
      </SettingRow>
      <SettingRow
        name="Recused members"
        meta="How members count towards the quorum for items from which they are recused."
      >
        <FormSelect
          form={form}
          name="recused_counts"
          label="Recused members"
          labelHidden
          options={optionsOf(recusedCounts, recusedLabels)}
        />
      </SettingRow>
      <VoteSwitch form={form} of={castingVote} />
      <SettingRow name="Named ballots" meta="Once a vote is closed, these people can see how each member voted.">
        <FormSelect
          form={form}
          name="ballots_shown_to"
          label="Named ballots"
          labelHidden
          options={optionsOf(ballotReaders, shownLabels)}
        />
      </SettingRow>
      <CollapsibleSettings form={form} names={names} summary={`On: ${titlesOf(true)}. Off: ${titlesOf(false)}.`}>
        {switches.map((each) => (
          <VoteSwitch key={each.name} form={form} of={each} />
        ))}
      </CollapsibleSettings>
    </Section>
  );
}

interface VoteSwitchProps {
  readonly form: ContractForm<DecidingForm>;
  readonly of: typeof castingVote | (typeof switches)[number];
}

function VoteSwitch({ form, of: { name, title, meta, label } }: VoteSwitchProps) {
  return (
    <SettingRow name={title} meta={meta}>
      <FormSwitch form={form} name={name} label={label} labelOf={title.toLowerCase()} />
    </SettingRow>
  );
}
