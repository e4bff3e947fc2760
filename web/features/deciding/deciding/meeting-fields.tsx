import { useWatch } from 'react-hook-form';
import { type MinutesApproval, type MinutesNames, type MinutesSignedBy, standingKinds } from '#domain/deciding.ts';
import { standingTitles } from '#domain/standing-items.ts';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { FormSegmented } from '#web/ui/fields/form-choices.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { optionsOf } from '#web/ui/fields/label-options.ts';
import { Section } from '#web/ui/rows/section.tsx';
import type { SettingsForm } from './deciding-form.ts';
import { CollapsibleSettings, SelectSetting, SettingRow, SwitchSetting, TextSetting } from './settings.tsx';

const checkInOptions = [
  { value: 'self', label: 'Everybody' },
  { value: 'secretary', label: 'The secretary' },
] as const;

const foldedOfMeetings = ['check_in', 'standing_items', 'action_reminder_days', 'interests_months'] as const;

export function MeetingFields({ form }: { readonly form: SettingsForm }) {
  const [checkIn, items, days, months] = useWatch({ control: form.control, name: foldedOfMeetings });
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
      <CollapsibleSettings form={form} names={foldedOfMeetings} summary={`${summary.join('. ')}.`}>
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
                options={optionsOf(standingTitles)}
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

const foldedOfMinutes = ['comment_days', 'minutes_names', 'minutes_signed_by'] as const;

export function MinutesFields({ form }: { readonly form: SettingsForm }) {
  const [needs, approval, days, names, signers] = useWatch({
    control: form.control,
    name: ['written_needs', 'minutes_approval', ...foldedOfMinutes],
  });
  const summary = [
    `Days for comments: ${days}`,
    `Votes by name: ${namesLabels[names].toLowerCase()}`,
    `Signature lines: ${signerLabels[signers].toLowerCase()}`,
  ];
  const approvals = optionsOf(approvalLabels).filter(
    ({ value }) => value === approval || value !== 'written' || needs !== 'off',
  );
  return (
    <Section title="Minutes" aside="All bodies">
      <SelectSetting
        form={form}
        name="minutes_approval"
        label="Approval"
        meta="How minutes are approved. If needed, a written resolution is drafted or signatures are requested when the minutes are circulated."
        options={approvals}
      />
      <CollapsibleSettings form={form} names={foldedOfMinutes} summary={`${summary.join('. ')}.`}>
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
          options={optionsOf(namesLabels)}
        />
        <SelectSetting
          form={form}
          name="minutes_signed_by"
          label="Signature lines"
          meta="At the end of the PDF, for signing by hand."
          options={optionsOf(signerLabels)}
        />
      </CollapsibleSettings>
    </Section>
  );
}
