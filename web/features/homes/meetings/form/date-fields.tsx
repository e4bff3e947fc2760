import { useId } from 'react';
import { agendaMinutes } from '#domain/agenda.ts';
import { useStore } from '#web/store.ts';
import { FormSegmented } from '#web/ui/fields/form-choices.tsx';
import styles from './date-fields.module.css';
import { DateOptionsFields } from './date-options-fields.tsx';
import { endAfter, type KeptTimes } from './meeting-form.ts';
import { TimesFields, type TimesForm } from './times-fields.tsx';
import type { MeetingEditor } from './use-meeting-editor.ts';

interface DateCardProps {
  readonly editor: MeetingEditor;
  readonly lengthMinutes?: number | undefined;
  readonly isAsking?: boolean | undefined;
  readonly kept?: KeptTimes | null | undefined;
}

const modes = [
  { value: 'date', label: 'Set a date' },
  { value: 'find', label: 'Find a date' },
] as const;

export function DateCard({ editor, lengthMinutes, isAsking = false, kept = null }: DateCardProps) {
  const titleId = useId();
  const { form } = editor;
  const minutes = useStore(editor.agenda.store, ({ items }) => agendaMinutes(items));
  const usualEnd = (start: string): string | null =>
    lengthMinutes === undefined ? null : endAfter(start, lengthMinutes);
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          Date
        </h2>
        {!isAsking && <FormSegmented form={form} name="when" label="Date mode" options={modes} />}
      </div>
      {editor.values.when === 'find' ? (
        <DateOptionsFields editor={editor} agendaMinutes={minutes} usualEnd={usualEnd} isAsking={isAsking} />
      ) : (
        <TimesFields
          // The cast is safe, because the form contains all fields of `TimesForm`.
          form={form as unknown as TimesForm}
          agendaMinutes={minutes}
          onStart={(start) => {
            const end = usualEnd(start);
            if (end !== null && form.getValues('end') === '') form.setValue('end', end, { shouldDirty: true });
          }}
          timeZone={editor.timeZone}
          kept={kept}
        />
      )}
    </section>
  );
}
