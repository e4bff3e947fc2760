import { useWatch } from 'react-hook-form';
import type { BallotsShownTo, RecusedCounts, WrittenNeeds } from '#domain/deciding.ts';
import { majorityLabels, majorityOfLabels, wayLabels } from '#domain/vote-labels.ts';
import { optionsOf } from '#web/ui/fields/label-options.ts';
import { Section } from '#web/ui/rows/section.tsx';
import type { SettingsForm } from './deciding-form.ts';
import { CollapsibleSettings, SelectSetting, SwitchSetting, TextSetting } from './settings.tsx';

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

const switchNames = switches.map(({ name }) => name);

export function VoteFields({ form }: { readonly form: SettingsForm }) {
  const values = useWatch({ control: form.control, name: switchNames });
  const chosenWay = useWatch({ control: form.control, name: 'vote_way' });
  const [hasSecret] = values;
  const ways = optionsOf(wayLabels).filter(({ value }) => value !== 'secret' || hasSecret || chosenWay === 'secret');
  const titlesOf = (isOn: boolean): string =>
    switches.flatMap(({ title }, nth) => (values[nth] === isOn ? [title.toLowerCase()] : [])).join(', ') || 'none';
  return (
    <Section title="Votes" aside="All bodies">
      <SelectSetting
        form={form}
        name="majority"
        label="Majority"
        meta="Can be changed when a vote is opened."
        options={optionsOf(majorityLabels)}
      />
      <SelectSetting
        form={form}
        name="majority_of"
        label="Counted"
        meta="With “of the votes cast”, abstentions are not counted. With “of those present”, abstentions count as not in favour."
        options={optionsOf(majorityOfLabels)}
      />
      <SelectSetting
        form={form}
        name="vote_way"
        label="Voting method"
        meta="Proposed when a vote is opened."
        options={ways}
      />
      <SelectSetting
        form={form}
        name="recused_counts"
        label="Recused members"
        meta="How members count towards the quorum for items from which they are recused."
        options={optionsOf(recusedLabels)}
      />
      <SwitchSetting
        form={form}
        name="casting_vote"
        title="Casting vote"
        label="Chair decides"
        meta="The chair decides a tie in votes by name or by show of hands. Changes do not affect a vote that is already open."
      />
      <SelectSetting
        form={form}
        name="ballots_shown_to"
        label="Named ballots"
        meta="Once a vote is closed, these people can see how each member voted."
        options={optionsOf(shownLabels)}
      />
      <CollapsibleSettings form={form} names={switchNames} summary={`On: ${titlesOf(true)}. Off: ${titlesOf(false)}.`}>
        {switches.map((each) => (
          <SwitchSetting key={each.name} form={form} {...each} />
        ))}
      </CollapsibleSettings>
    </Section>
  );
}

const needsLabels: Readonly<Record<WrittenNeeds, string>> = {
  all: 'All who can vote',
  majority: 'More than half of those in office',
  off: 'No written resolutions',
};

const folded = ['written_objection', 'written_hours', 'written_confirmed'] as const;

export function WrittenFields({ form }: { readonly form: SettingsForm }) {
  const [needs, mayObject, hours, isConfirmed] = useWatch({
    control: form.control,
    name: ['written_needs', ...folded],
  });
  const summary = [
    `${mayObject ? 'Voters may' : 'Voters may not'} ask for a meeting`,
    `${hours} hours to answer`,
    `ballots ${isConfirmed ? 'must' : 'need not'} be confirmed`,
  ];
  return (
    <Section title="Written resolutions" aside="All bodies">
      <SelectSetting
        form={form}
        name="written_needs"
        label="Needed"
        meta="How many voting members must be in favour for a written resolution to pass."
        options={optionsOf(needsLabels)}
      />
      {needs !== 'off' && (
        <CollapsibleSettings form={form} names={folded} summary={`${summary.join(', ')}.`}>
          <SwitchSetting
            form={form}
            name="written_objection"
            title="Objection"
            label="Allow"
            meta="A voter may ask for a meeting, which ends the circulation."
          />
          <TextSetting
            form={form}
            name="written_hours"
            label="Hours to answer"
            meta="Time until the deadline. 168 hours is a week."
            inputMode="numeric"
          />
          <SwitchSetting
            form={form}
            name="written_confirmed"
            title="Confirming a ballot"
            label="Ask"
            meta="Members enter their password or use a passkey with each ballot."
          />
        </CollapsibleSettings>
      )}
    </Section>
  );
}
