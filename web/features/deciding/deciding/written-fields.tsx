import { useWatch } from 'react-hook-form';
import { type WrittenNeeds, writtenNeeds } from '#domain/deciding.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { type DecidingForm, optionsOf } from './deciding-form.ts';
import { CollapsibleSettings } from './fold.tsx';
import { SettingRow } from './setting-row.tsx';

const needsLabels: Readonly<Record<WrittenNeeds, string>> = {
  all: 'All who can vote',
  majority: 'More than half of those in office',
  off: 'No written resolutions',
};

const folded = ['written_objection', 'written_hours', 'written_confirmed'] as const;

export function WrittenFields({ form }: { readonly form: ContractForm<DecidingForm> }) {
  const [needs, mayObject, hours, isConfirmed] = useWatch({
    control: form.control,
    name: ['written_needs', ...folded],
  });
  const summary = [
    `${mayObject ? 'A voter may' : 'No voter may'} ask for a meeting`,
    `${hours} hours to answer`,
    `ballots ${isConfirmed ? 'ask' : 'do not ask'} for the password`,
  ];
  return (
    <Section title="Written resolutions" aside="All bodies">
      <SettingRow name="Needed" meta="How many must be in favour of a written resolution.">
        <FormField form={form} name="written_needs">
          {(field) => <Select label="Needed" labelHidden options={optionsOf(writtenNeeds, needsLabels)} {...field} />}
        </FormField>
      </SettingRow>
      {needs !== 'off' && (
        <CollapsibleSettings form={form} names={folded} summary={`${summary.join(', ')}.`}>
          <SettingRow name="Objection" meta="A voter may ask for a meeting, which ends the circulation.">
            <FormField form={form} name="written_objection">
              {({ errorMessage: _, ...field }) => <Switch label="Allow" labelOf="objection" {...field} />}
            </FormField>
          </SettingRow>
          <SettingRow name="Hours to answer" meta="Time until the deadline. 168 hours are a week.">
            <FormText form={form} name="written_hours" label="Hours to answer" labelHidden inputMode="numeric" />
          </SettingRow>
          <SettingRow name="Confirming a ballot" meta="Members enter their password or use a passkey with each ballot.">
            <FormField form={form} name="written_confirmed">
              {({ errorMessage: _, ...field }) => <Switch label="Ask" labelOf="confirming a ballot" {...field} />}
            </FormField>
          </SettingRow>
        </CollapsibleSettings>
      )}
    </Section>
  );
}
