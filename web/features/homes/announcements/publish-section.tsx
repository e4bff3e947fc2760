import { zoneAbbreviation } from '#domain/dates.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-row.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { TimeField } from '#web/ui/fields/time-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import type { PublishTime } from './publish-time.ts';

interface PublishSectionProps {
  readonly value: PublishTime;
  readonly onChange: (value: PublishTime) => void;
  readonly errors: { readonly date?: string | undefined; readonly time?: string | undefined };
  readonly timeZone: string;
}

/** Now, or at a time to come on the board's clock. */
export function PublishSection({ value, onChange, errors, timeZone }: PublishSectionProps) {
  return (
    <Section title="Publish">
      <Stack gap="s">
        <RadioGroup
          label="When to publish"
          labelHidden
          value={value.when}
          onChange={(when) => onChange({ ...value, when: when === 'later' ? 'later' : 'now' })}
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
        />
        {value.when === 'later' && (
          <>
            <FieldRow>
              <DateField
                label="Date"
                value={value.date}
                onChange={(date) => onChange({ ...value, date })}
                errorMessage={errors.date}
              />
              <TimeField
                label="Time"
                value={value.time}
                onChange={(time) => onChange({ ...value, time })}
                errorMessage={errors.time}
              />
            </FieldRow>
            <p className="meta">
              {timeZone.replaceAll('_', ' ')} ({zoneAbbreviation(new Date(), timeZone)})
            </p>
          </>
        )}
      </Stack>
    </Section>
  );
}
