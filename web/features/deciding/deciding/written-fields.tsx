import { useWatch } from 'react-hook-form';
import { type WrittenNeeds, writtenNeeds } from '#domain/deciding.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { FormSelect, FormSwitch } from '#web/ui/fields/form-choices.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
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
    `${mayObject ? 'Voters may' : 'Voters may not'} ask for a meeting`,
    `${hours} hours to answer`,
    `ballots ${isConfirmed ? 'must' : 'need not'} be confirmed`,
  ];
  return (
    <Section title="Written resolutions" aside="All bodies">
      <SettingRow name="Needed" meta="How many voting members must be in favour for a written resolution to pass.">
        <FormSelect
          form={form}
          name="written_needs"
          label="Needed"
          labelHidden
          options={optionsOf(writtenNeeds, needsLabels)}
        />
      </SettingRow>
      {needs !== 'off' && (
        <CollapsibleSettings form={form} names={folded} summary={`${summary.join(', ')}.`}>
          <SettingRow name="Objection" meta="A voter may ask for a meeting, which ends the circulation.">
            <FormSwitch form={form} name="written_objection" label="Allow" labelOf="objection" />
          </SettingRow>
          <SettingRow name="Hours to answer" meta="Time until the deadline. 168 hours is a week.">
            <FormText form={form} name="written_hours" label="Hours to answer" labelHidden inputMode="numeric" />
          </SettingRow>
          <SettingRow name="Confirming a ballot" meta="Members enter their password or use a passkey with each ballot.">
            <FormSwitch form={form} name="written_confirmed" label="Ask" labelOf="confirming a ballot" />
          </SettingRow>
        </CollapsibleSettings>
      )}
    </Section>
  );
}
