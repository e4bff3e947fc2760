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
import { FormField } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { type DecidingForm, optionsOf } from './deciding-form.ts';
import { CollapsibleSettings } from './fold.tsx';
import { SettingRow } from './setting-row.tsx';

const shownLabels: Readonly<Record<BallotsShownTo, string>> = {
  desk: 'Chair, secretary and editors',
  body: 'The body that decides',
  audience: 'Everybody who sees the meeting',
};

const recusedLabels: Readonly<Record<RecusedCounts, string>> = {
  absent: 'As not there',
  present: 'As there',
  'out-of-office': 'Not at all',
};

const castingVote = {
  name: 'casting_vote',
  title: 'Casting vote',
  meta: 'The chair decides a tie, by name or by hands. A vote that is open keeps the rules that it was opened with.',
  label: 'Chair decides',
} as const;

const switches = [
  { name: 'secret_votes', title: 'Secret votes', meta: 'Offered when a vote is opened.', label: 'Offer' },
  { name: 'seconder', title: 'Seconder', meta: 'A motion needs one before it is voted on.', label: 'Needed' },
  { name: 'suggestions', title: 'Suggestions', meta: 'Voting members suggest motions to the desk.', label: 'Allow' },
  {
    name: 'withholding',
    title: 'Withholding',
    meta: 'The desk may withhold an item from somebody, board admins included. Off, what is withheld stays so.',
    label: 'Allow',
  },
] as const;

/** Rules for votes on motions in every body. An open vote keeps the rules in effect when it was opened. */
export function VoteFields({ form }: { readonly form: ContractForm<DecidingForm> }) {
  const names = switches.map(({ name }) => name);
  const values = useWatch({ control: form.control, name: names });
  const [hasSecret] = values;
  const titlesOf = (isOn: boolean): string =>
    switches.flatMap(({ title }, nth) => (values[nth] === isOn ? [title.toLowerCase()] : [])).join(', ') || 'none';
  return (
    <Section title="Votes" aside="All bodies">
      <SettingRow name="Majority" meta="A vote may set another when it opens.">
        <FormField form={form} name="majority">
          {(field) => (
            <Select label="Majority" labelHidden options={optionsOf(majorities, majorityLabels)} {...field} />
          )}
        </FormField>
      </SettingRow>
      <SettingRow
        name="Counted"
        meta="Of the votes cast abstentions are not counted; of those present they are, as not for."
      >
        <FormField form={form} name="majority_of">
          {(field) => (
            <Select label="Counted" labelHidden options={optionsOf(majorityBases, majorityOfLabels)} {...field} />
          )}
        </FormField>
      </SettingRow>
      <SettingRow name="Way" meta="Proposed when a vote is opened.">
        <FormField form={form} name="vote_way">
          {(field) => (
            <Select
              label="Way"
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
      <SettingRow name="Who is recused" meta="How they count for the quorum of the item that they do not vote on.">
        <FormField form={form} name="recused_counts">
          {(field) => (
            <Select label="Who is recused" labelHidden options={optionsOf(recusedCounts, recusedLabels)} {...field} />
          )}
        </FormField>
      </SettingRow>
      <VoteSwitch form={form} of={castingVote} />
      <SettingRow name="Named ballots" meta="Who sees them once the vote is closed.">
        <FormField form={form} name="ballots_shown_to">
          {(field) => (
            <Select label="Named ballots" labelHidden options={optionsOf(ballotReaders, shownLabels)} {...field} />
          )}
        </FormField>
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
      <FormField form={form} name={name}>
        {({ errorMessage: _, ...field }) => <Switch label={label} labelOf={title.toLowerCase()} {...field} />}
      </FormField>
    </SettingRow>
  );
}
