import { useWatch } from 'react-hook-form';
import { standingKinds } from '#domain/deciding.ts';
import { standingTitles } from '#domain/standing-items.ts';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { FormSegmented } from '#web/ui/fields/form-choices.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { optionsOf, type SettingsForm } from './deciding-form.ts';
import { CollapsibleSettings, SettingRow, SwitchSetting, TextSetting } from './settings.tsx';

const checkInOptions = [
  { value: 'self', label: 'Everybody' },
  { value: 'secretary', label: 'The secretary' },
] as const;

const folded = ['check_in', 'standing_items', 'action_reminder_days', 'interests_months'] as const;

export function MeetingFields({ form }: { readonly form: SettingsForm }) {
  const [checkIn, items, days, months] = useWatch({ control: form.control, name: folded });
  const summary = [
    `Checking in: ${checkIn === 'self' ? 'everybody' : 'the secretary'}`,
    `Standing items: ${items.length === 0 ? 'none' : items.map((kind) => standingTitles[kind]).join(', ')}`,
    `Reminders: ${days.trim() === '' ? 'none' : `${days} days before`}`,
    `Interests confirmed: ${months === '0' ? 'never' : `every ${months} months`}`,
  ];
  return (
    <Section title="Meetings" aside="All bodies">
      <SwitchSetting
        form={form}
        name="remote_counts"
        title="Remote members"
        label="Count"
        meta="Members attending remotely count towards the quorum."
      />
      <CollapsibleSettings form={form} names={folded} summary={`${summary.join('. ')}.`}>
        <SettingRow name="Checking in" meta="Members check themselves in, or the secretary checks everybody in.">
          <FormSegmented form={form} name="check_in" label="Checking in" block options={checkInOptions} />
        </SettingRow>
        <SettingRow
          name="Standing items"
          meta="New meetings start with these agenda items, which can be moved or removed. Each item lists what is still open."
        >
          <FormField form={form} name="standing_items">
            {({ onChange, ...field }) => (
              <CheckboxGroup
                label="Standing items"
                labelHidden
                options={optionsOf(standingKinds, standingTitles)}
                onChange={(chosen) => onChange(standingKinds.filter((kind) => chosen.includes(kind)))}
                {...field}
              />
            )}
          </FormField>
        </SettingRow>
        <TextSetting
          form={form}
          name="action_reminder_days"
          label="Action item reminders"
          meta="Days before the due date. Enter up to four numbers; 0 means the due date itself. Leave empty for no reminders."
        />
        <TextSetting
          form={form}
          name="interests_months"
          label="Confirming interests"
          meta="Members are asked to confirm their interests after this many months. Enter 0 for never."
          inputMode="numeric"
        />
      </CollapsibleSettings>
    </Section>
  );
}
