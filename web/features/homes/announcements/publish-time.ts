import { announcementMessages } from '#domain/later-messages.ts';
import { instantToLocal, localToInstant } from '#domain/local-time.ts';
import { validationMessages } from '#domain/messages.ts';

/** When an announcement is to be published, as it stands in the form; times on the board's clock. */
export interface PublishTime {
  readonly when: 'now' | 'later';
  readonly date: string;
  readonly time: string;
}

export function publishTimeOf(publishOn: string | null, timeZone: string): PublishTime {
  if (publishOn === null) return { when: 'now', date: '', time: '' };
  return { when: 'later', ...instantToLocal(publishOn, timeZone) };
}

/** The instant; null for now; or what is wrong with it. */
export function readPublishTime(
  value: PublishTime,
  given: { readonly timeZone: string; readonly now: Date },
): { readonly instant: string | null } | { readonly errors: { readonly date?: string; readonly time?: string } } {
  if (value.when === 'now') return { instant: null };
  const { date, time } = value;
  if (date === '' || time === '') {
    return {
      errors: {
        ...(date === '' ? { date: validationMessages.meetingDateMissing } : {}),
        ...(time === '' ? { time: validationMessages.meetingTimeMissing } : {}),
      },
    };
  }
  const instant = localToInstant({ date, time }, given.timeZone);
  if (instant <= given.now) return { errors: { date: announcementMessages.publishInPast } };
  return { instant: instant.toISOString() };
}
