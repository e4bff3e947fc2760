import type { AudienceMember } from '#contract/audience.ts';
import type { DecidingBody } from '#contract/deciding.ts';
import type { QuorumRule } from '#domain/deciding.ts';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './deciding.module.css';
import { type BodyForm, bodyName, nobody, type SettingsForm } from './deciding-form.ts';
import { SelectSetting, SettingRow, TextSetting } from './settings.tsx';

const quorumOptions: readonly { value: QuorumRule['kind']; label: string }[] = [
  { value: 'more-than-half', label: 'More than half' },
  { value: 'fraction', label: 'A fraction' },
  { value: 'number', label: 'A number' },
  { value: 'none', label: 'None' },
];

interface BodyFieldsProps {
  readonly form: SettingsForm;
  readonly at: number;
  readonly body: DecidingBody;
  readonly people: readonly AudienceMember[];
  readonly typed: BodyForm;
}

export function BodyFields({ form, at, body, people, typed }: BodyFieldsProps) {
  const officers = [
    { value: nobody, label: 'Nobody' },
    ...people.map(({ member_id: value, name: label }) => ({ value, label })),
  ];
  return (
    <>
      <Section title="Quorum" aside={bodyName(body)}>
        <TextSetting
          form={form}
          name={`bodies.${at}.seats`}
          label="Seats"
          meta="How many seats the body has, including vacant ones. Leave empty to use the number of members in office."
          inputMode="numeric"
          placeholder={`${body.voters} in office`}
        />
        <SettingRow name="Quorum" meta="The share of members in office who must be present, and the minimum number.">
          <div className={typed.quorum === 'none' ? '' : styles.pair}>
            <FormSelect form={form} name={`bodies.${at}.quorum`} label="Quorum" labelHidden options={quorumOptions} />
            {typed.quorum !== 'none' && (
              <FormText form={form} name={`bodies.${at}.at_least`} label="At least" labelHidden inputMode="numeric" />
            )}
          </div>
          {typed.quorum === 'fraction' && (
            <div className={styles.fraction}>
              <FormText form={form} name={`bodies.${at}.numerator`} label="Parts" labelHidden inputMode="numeric" />
              <span>of</span>
              <FormText form={form} name={`bodies.${at}.denominator`} label="Of" labelHidden inputMode="numeric" />
            </div>
          )}
          {typed.quorum === 'number' && (
            <div className={styles.number}>
              <FormText form={form} name={`bodies.${at}.number`} label="Number" labelHidden inputMode="numeric" />
            </div>
          )}
        </SettingRow>
      </Section>
      <Section title="Chair and secretary" aside={bodyName(body)}>
        <SelectSetting
          form={form}
          name={`bodies.${at}.chair_id`}
          label="Chair"
          meta="The chair, the secretary and the editors run the body’s meetings."
          options={officers}
        />
        <SelectSetting
          form={form}
          name={`bodies.${at}.secretary_id`}
          label="Secretary"
          meta="For new meetings. Each meeting can have its own."
          options={officers}
        />
      </Section>
    </>
  );
}
