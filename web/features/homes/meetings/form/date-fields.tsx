import { useId } from 'react';
import { type Control, Controller, type UseFormTrigger } from 'react-hook-form';
import type { MeetingTimes } from '#domain/meeting-times.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import styles from './date-card.module.css';
import { DateOptionsFields } from './date-options-fields.tsx';
import { endAfter } from './meeting-form.ts';
import { TimesFields } from './times-fields.tsx';
import type { MeetingEditor } from './use-meeting-editor.ts';

interface DateCardProps {
  readonly editor: MeetingEditor;
  /** Of a new meeting: fills in the end once there is a start. */
  readonly lengthMinutes?: number | undefined;
  /** Members are being asked: dates can be changed, and one is picked on the page. */
  readonly isAsking?: boolean | undefined;
}

const ways = [
  { value: 'date', label: 'Set a date' },
  { value: 'find', label: 'Find a date' },
] as const;

/** When the meeting takes place, or the dates among which its members choose. */
export function DateCard({ editor, lengthMinutes, isAsking = false }: DateCardProps) {
  const titleId = useId();
  const { form } = editor;
  const fillsEnd = (start: string): string | null =>
    lengthMinutes === undefined ? null : endAfter(start, lengthMinutes);
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          Date
        </h2>
        {!isAsking && (
          <Controller
            name="when"
            control={form.control}
            render={({ field }) => (
              <Segmented label="Date mode" options={ways} value={field.value} onChange={field.onChange} />
            )}
          />
        )}
      </div>
      {editor.values.when === 'find' ? (
        <DateOptionsFields editor={editor} endAfter={fillsEnd} isAsking={isAsking} />
      ) : (
        <TimesFields
          // The meeting's form holds these fields among others.
          control={form.control as unknown as Control<MeetingTimes>}
          trigger={form.trigger as unknown as UseFormTrigger<MeetingTimes>}
          setEndDate={(day) => form.setValue('end_date', day, { shouldDirty: true, shouldTouch: true })}
          onStart={(start) => {
            const end = fillsEnd(start);
            if (end !== null && form.getValues('end') === '') form.setValue('end', end, { shouldDirty: true });
          }}
          timeZone={editor.timeZone}
        />
      )}
    </section>
  );
}
