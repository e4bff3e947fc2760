import { useWatch } from 'react-hook-form';
import {
  type MinutesApproval,
  type MinutesNames,
  type MinutesSignedBy,
  minutesApprovals,
  minutesNames,
  minutesSigners,
} from '#domain/deciding.ts';
import { Section } from '#web/ui/rows/section.tsx';
import { optionsOf, type SettingsForm } from './deciding-form.ts';
import { CollapsibleSettings, SelectSetting, TextSetting } from './settings.tsx';

const namesLabels: Readonly<Record<MinutesNames, string>> = {
  numbers: 'Nobody (numbers only)',
  'who-asked': 'Members who asked for it',
  all: 'Everybody who voted',
};

const approvalLabels: Readonly<Record<MinutesApproval, string>> = {
  'next-meeting': 'By a motion at the next meeting',
  written: 'By a written resolution',
  signatures: 'By signatures',
};

const signerLabels: Readonly<Record<MinutesSignedBy, string>> = {
  nobody: 'Nobody',
  chair: 'The chair',
  both: 'The chair and the secretary',
};

const folded = ['comment_days', 'minutes_names', 'minutes_signed_by'] as const;

export function MinutesFields({ form }: { readonly form: SettingsForm }) {
  const [needs, approval, days, names, signers] = useWatch({
    control: form.control,
    name: ['written_needs', 'minutes_approval', ...folded],
  });
  const summary = [
    `Days for comments: ${days}`,
    `Votes by name: ${namesLabels[names].toLowerCase()}`,
    `Signature lines: ${signerLabels[signers].toLowerCase()}`,
  ];
  const approvals = minutesApprovals.filter((way) => way === approval || way !== 'written' || needs !== 'off');
  return (
    <Section title="Minutes" aside="All bodies">
      <SelectSetting
        form={form}
        name="minutes_approval"
        label="Approval"
        meta="How minutes are approved. If needed, a written resolution is drafted or signatures are requested when the minutes are circulated."
        options={optionsOf(approvals, approvalLabels)}
      />
      <CollapsibleSettings form={form} names={folded} summary={`${summary.join('. ')}.`}>
        <TextSetting
          form={form}
          name="comment_days"
          label="Days for comments"
          meta="Proposed when minutes are circulated. Enter 0 for no comments."
          inputMode="numeric"
        />
        <SelectSetting
          form={form}
          name="minutes_names"
          label="Votes by name"
          meta="Choose whose votes are recorded by name. The minutes never show how each person voted in a secret vote."
          options={optionsOf(minutesNames, namesLabels)}
        />
        <SelectSetting
          form={form}
          name="minutes_signed_by"
          label="Signature lines"
          meta="At the end of the PDF, for signing by hand."
          options={optionsOf(minutesSigners, signerLabels)}
        />
      </CollapsibleSettings>
    </Section>
  );
}
