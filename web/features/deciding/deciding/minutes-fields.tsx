import { useWatch } from 'react-hook-form';
import {
  type MinutesApproval,
  type MinutesNames,
  type MinutesSignedBy,
  minutesApprovals,
  minutesNames,
  minutesSigners,
} from '#domain/deciding.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { type DecidingForm, optionsOf } from './deciding-form.ts';
import { CollapsibleSettings } from './fold.tsx';
import { SettingRow } from './setting-row.tsx';

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

export function MinutesFields({ form }: { readonly form: ContractForm<DecidingForm> }) {
  const [needs, days, names, signers] = useWatch({ control: form.control, name: ['written_needs', ...folded] });
  const isWrittenOff = needs === 'off';
  const summary = [
    `Days for comments: ${days}`,
    `Votes by name: ${namesLabels[names].toLowerCase()}`,
    `Signature lines: ${signerLabels[signers].toLowerCase()}`,
  ];
  const isOffered = (way: MinutesApproval, chosen: MinutesApproval): boolean =>
    way === chosen || way !== 'written' || !isWrittenOff;
  return (
    <Section title="Minutes" aside="All bodies">
      <SettingRow
        name="Approval"
        meta="How minutes are approved. If needed, a written resolution is drafted or signatures are requested when the minutes are circulated."
      >
        <FormField form={form} name="minutes_approval">
          {(field) => (
            <Select
              label="Approval"
              labelHidden
              options={optionsOf(
                minutesApprovals.filter((way) => isOffered(way, field.value)),
                approvalLabels,
              )}
              {...field}
            />
          )}
        </FormField>
      </SettingRow>
      <CollapsibleSettings form={form} names={folded} summary={`${summary.join('. ')}.`}>
        <SettingRow name="Days for comments" meta="Proposed when minutes are circulated. Enter 0 for no comments.">
          <FormText form={form} name="comment_days" label="Days for comments" labelHidden inputMode="numeric" />
        </SettingRow>
        <SettingRow
          name="Votes by name"
          meta="Choose whose votes are recorded by name. The minutes never show how each person voted in a secret vote."
        >
          <FormField form={form} name="minutes_names">
            {(field) => (
              <Select label="Votes by name" labelHidden options={optionsOf(minutesNames, namesLabels)} {...field} />
            )}
          </FormField>
        </SettingRow>
        <SettingRow name="Signature lines" meta="At the end of the PDF, for signing by hand.">
          <FormField form={form} name="minutes_signed_by">
            {(field) => (
              <Select
                label="Signature lines"
                labelHidden
                options={optionsOf(minutesSigners, signerLabels)}
                {...field}
              />
            )}
          </FormField>
        </SettingRow>
      </CollapsibleSettings>
    </Section>
  );
}
