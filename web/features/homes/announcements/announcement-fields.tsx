import { useSuspenseQuery } from '@tanstack/react-query';
import { listAudienceChoices } from '#contract/audience.ts';
import { memberCount } from '#domain/audience.ts';
import { zoneAbbreviation } from '#domain/dates.ts';
import { instantToLocal, localToInstant, zonedText } from '#domain/local-time.ts';
import { announcementMessages } from '#domain/messages/announcements.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { peopleOf } from '#web/features/members/audience/audience.ts';
import { AudiencePicker } from '#web/features/members/audience/audience-picker.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import type { AnnouncementEditor } from './use-announcement-editor.ts';

interface AnnouncementAudienceProps {
  readonly editor: AnnouncementEditor;
  readonly isPublished: boolean;
}

export function AnnouncementAudience({ editor, isPublished }: AnnouncementAudienceProps) {
  const { data: choices } = useSuspenseQuery(queryFor(listAudienceChoices));
  return (
    <FormField form={editor.form} name="audience">
      {(field) => (
        <Section title="Audience" aside={memberCount(peopleOf(choices, field.value))}>
          <AudiencePicker choices={choices} {...field} />
          {isPublished && <p className="meta">People you add get the announcement by email when you save.</p>}
        </Section>
      )}
    </FormField>
  );
}

export interface PublishTimeErrors {
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

interface PublishSectionProps {
  readonly value: PublishTime;
  readonly onChange: (value: PublishTime) => void;
  readonly errors: PublishTimeErrors;
  readonly timeZone: string;
}

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

export interface PublishTime {
  readonly when: 'now' | 'later';
  readonly date: string;
  readonly time: string;
}

export function publishTimeOf(publishOn: string | null, timeZone: string): PublishTime {
  if (publishOn === null) return { when: 'now', date: '', time: '' };
  return { when: 'later', ...instantToLocal(publishOn, timeZone) };
}

export function readPublishTime(
  value: PublishTime,
  given: { readonly timeZone: string; readonly now: Date },
): { readonly instant: string | null } | { readonly errors: PublishTimeErrors } {
  if (value.when === 'now') return { instant: null };
  const { date, time } = value;
  if (date === '' || time === '') {
    const { meetingDateMissing, meetingTimeMissing } = validationMessages;
    const errors = {
      date: date === '' ? meetingDateMissing : undefined,
      time: time === '' ? meetingTimeMissing : undefined,
    };
    return { errors };
  }
  const instant = localToInstant({ date, time }, given.timeZone);
  if (instant <= given.now) return { errors: { date: announcementMessages.publishInPast } };
  return { instant: zonedText({ date, time }, given.timeZone) };
}
