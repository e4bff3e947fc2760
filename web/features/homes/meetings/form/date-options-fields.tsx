import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFieldArray, useFormState } from 'react-hook-form';
import { listMeetings } from '#contract/meetings.ts';
import { dateOptionsMax } from '#domain/date-finding.ts';
import { instantToLocal } from '#domain/local-time.ts';
import type { MeetingTimes } from '#domain/meeting-times.ts';
import { queryFor } from '#web/api/queries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { MonthCalendar } from '#web/ui/fields/month-calendar.tsx';
import styles from './date-fields.module.css';
import { meetingsOnDays, nextOption, optionOrder } from './meeting-form.ts';
import { AgendaOverrun, headingOfDay, nextDay, zoneText } from './times-fields.tsx';
import type { MeetingEditor } from './use-meeting-editor.ts';

interface DateOptionsFieldsProps {
  readonly editor: MeetingEditor;
  readonly usualEnd: (start: string) => string | null;
  readonly agendaMinutes: number;
  readonly isAsking: boolean;
}

export function DateOptionsFields({ editor, usualEnd, agendaMinutes, isAsking }: DateOptionsFieldsProps) {
  const { form, timeZone, values } = editor;
  const { date_options: options, times_differ: differ } = values;
  const { fields, isFull, status, add, drop, pick, sort } = useDateOptions(editor);
  const { errors } = useFormState({ control: form.control });
  const { wasSent, wasRowSent } = useSentRows(form, fields);
  const errorMessage = errors.date_options?.root?.message ?? errors.date_options?.message;
  const today = instantToLocal(new Date(), timeZone).date;
  return (
    <div className={styles.fields}>
      <p className="meta">
        {isAsking
          ? 'Answers for the dates you keep are not lost. Nobody is notified about a date you add, so remind those who have not answered.'
          : 'Everybody in the audience is asked which dates suit them. Then you pick one, and the meeting is scheduled.'}
      </p>
      {!differ && <SharedTimes editor={editor} usualEnd={usualEnd} agendaMinutes={agendaMinutes} wasSent={wasSent} />}
      <Checkbox label="Times differ by date" value={differ} onChange={(isOn) => setDiffer(form, isOn)} />
      <MonthCalendar
        label="Add a date"
        min={today}
        today={today}
        marked={options.map((option) => option.date)}
        onPick={pick}
      />
      <OtherMeetings days={options.map((option) => option.date)} timeZone={timeZone} />
      <ol
        className={styles.rows}
        aria-label="Proposed dates"
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) sort();
        }}
      >
        {fields.map((row, nth) => (
          <OptionRow
            key={row.id}
            editor={editor}
            nth={nth}
            usualEnd={usualEnd}
            showsErrors={wasRowSent(row.id)}
            onRemove={() => drop(nth)}
          />
        ))}
      </ol>
      {wasSent && errorMessage !== undefined && <ErrorText>{errorMessage}</ErrorText>}
      <Button icon={Plus} size="s" isDisabled={isFull} onPress={add}>
        Add a date
      </Button>
      <p className="meta">{zoneText(new Date(), timeZone)}</p>
      <span className="visually-hidden" role="status">
        {status}
      </span>
    </div>
  );
}

function OtherMeetings({ days, timeZone }: { readonly days: readonly string[]; readonly timeZone: string }) {
  const { data } = useQuery(queryFor(listMeetings, { query: {} }));
  const texts = meetingsOnDays(data?.upcoming ?? [], days, timeZone);
  if (texts.length === 0) return null;
  return (
    <Notice>
      {texts.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </Notice>
  );
}

function useDateOptions({ form, values }: MeetingEditor) {
  const { date_options: options, times_differ: differ } = values;
  const { fields, append, insert, move, remove } = useFieldArray({ control: form.control, name: 'date_options' });
  const [status, setStatus] = useState('');
  const isFull = options.length >= dateOptionsMax;
  const say = (count: number): void => setStatus(`${count} proposed dates`);
  const begin = (date: string) => (differ ? nextOption(options, date) : { date, end_date: '', start: '', end: '' });
  const add = (): void => {
    append(begin(''), { shouldFocus: true });
    form.clearErrors('date_options');
    say(options.length + 1);
  };
  const drop = (nth: number): void => {
    remove(nth);
    say(options.length - 1);
  };
  const pick = (day: string): void => {
    const picked = options.findIndex((option) => option.date === day);
    // If all dates share the same times, each day can be offered only once, so a second click removes it.
    if (!differ && picked !== -1) {
      drop(picked);
      return;
    }
    if (isFull) return;
    const added = begin(day);
    insert(optionOrder([...options, added]).indexOf(options.length), added, { shouldFocus: false });
    form.clearErrors('date_options');
    say(options.length + 1);
  };
  /** Called only after blur, because a moved row would lose the focus. */
  const sort = (): void => {
    const given = form.getValues('date_options');
    let now = [...given.keys()];
    for (const [to, from] of optionOrder(given).entries()) {
      const at = now.indexOf(from);
      if (at === to) continue;
      move(at, to);
      now = now.toSpliced(at, 1).toSpliced(to, 0, from);
    }
  };
  return { fields, isFull, status, add, drop, pick, sort };
}

function useSentRows({ control }: MeetingEditor['form'], rows: readonly { readonly id: string }[]) {
  const { submitCount } = useFormState({ control });
  const [openedAt] = useState(submitCount);
  const [sent, setSent] = useState({ at: submitCount, rows: new Set<string>() });
  if (sent.at !== submitCount) setSent({ at: submitCount, rows: new Set(rows.map(({ id }) => id)) });
  return { wasSent: submitCount > openedAt, wasRowSent: (id: string) => sent.rows.has(id) };
}

function setDiffer(form: MeetingEditor['form'], isOn: boolean): void {
  const { date_options: options, option_start: start, option_end: end } = form.getValues();
  const set = { shouldDirty: true };
  if (isOn) {
    for (const nth of options.keys()) {
      form.setValue(`date_options.${nth}.start`, start, set);
      form.setValue(`date_options.${nth}.end`, end, set);
      form.setValue(`date_options.${nth}.end_date`, '', set);
    }
  } else if (options[0] !== undefined) {
    form.setValue('option_start', options[0].start, set);
    form.setValue('option_end', options[0].end, set);
  }
  form.setValue('times_differ', isOn, set);
  form.clearErrors('date_options');
}

interface StartAndEndProps extends Pick<DateOptionsFieldsProps, 'editor' | 'usualEnd'> {
  readonly names: readonly ['option_start', 'option_end'] | DatePaths;
  readonly labelNote?: ReactNode;
  readonly showsErrors: boolean;
}

type DatePaths = readonly [`date_options.${number}.start`, `date_options.${number}.end`];

function StartAndEnd({ editor: { form }, names: [start, end], labelNote, usualEnd, showsErrors }: StartAndEndProps) {
  const fillEnd = (): void => {
    const usual = usualEnd(form.getValues(start));
    if (usual !== null && form.getValues(end) === '') form.setValue(end, usual, { shouldDirty: true });
  };
  return (
    <>
      <FormField form={form} name={start}>
        {({ errorMessage, ...field }) => (
          <TimeField
            label="Start"
            labelNote={labelNote}
            isRequired
            {...field}
            errorMessage={showsErrors ? errorMessage : undefined}
            onBlur={() => {
              field.onBlur();
              fillEnd();
            }}
          />
        )}
      </FormField>
      <FormField form={form} name={end}>
        {({ errorMessage, ...field }) => (
          <TimeField
            label="End"
            labelNote={labelNote}
            isRequired
            {...field}
            errorMessage={showsErrors ? errorMessage : undefined}
          />
        )}
      </FormField>
    </>
  );
}

interface SharedTimesProps extends Omit<DateOptionsFieldsProps, 'isAsking'> {
  readonly wasSent: boolean;
}

function SharedTimes({ editor, usualEnd, agendaMinutes, wasSent }: SharedTimesProps) {
  const { form, timeZone, values } = editor;
  return (
    <div className={styles.shared}>
      <FieldRow>
        <StartAndEnd editor={editor} names={['option_start', 'option_end']} usualEnd={usualEnd} showsErrors={wasSent} />
      </FieldRow>
      <AgendaOverrun
        times={{
          date: values.date_options[0]?.date || instantToLocal(new Date(), timeZone).date,
          end_date: '',
          start: values.option_start,
          end: values.option_end,
        }}
        agendaMinutes={agendaMinutes}
        timeZone={timeZone}
        // Meetings that run past midnight would need a separate end date for each proposed date.
        isWithinDay
        onEnd={({ end }) => {
          form.setValue('option_end', end, { shouldDirty: true, shouldValidate: wasSent });
          form.setFocus('option_end');
        }}
      />
    </div>
  );
}

interface OptionRowProps extends Pick<DateOptionsFieldsProps, 'editor' | 'usualEnd'> {
  readonly nth: number;
  readonly showsErrors: boolean;
  readonly onRemove: () => void;
}

function OptionRow({ editor, nth, usualEnd, showsErrors, onRemove }: OptionRowProps) {
  const { form, values, timeZone } = editor;
  const path = `date_options.${nth}` as const;
  const name = `date ${nth + 1}`;
  const day = values.date_options[nth]?.date ?? '';
  return (
    <li className={styles.row}>
      <div className={styles.date}>
        <FormField form={form} name={`${path}.date`}>
          {({ errorMessage, ...field }) => (
            <DateField
              label={`Day for ${name}`}
              labelHidden
              openLabel={`Open calendar for ${name}`}
              today={instantToLocal(new Date(), timeZone).date}
              isRequired
              {...field}
              description={headingOfDay(day, timeZone)}
              errorMessage={showsErrors ? errorMessage : undefined}
            />
          )}
        </FormField>
      </div>
      <IconButton icon={X} aria-label={`Remove ${name}`} onPress={onRemove} />
      {values.times_differ && <OptionTimes editor={editor} nth={nth} usualEnd={usualEnd} showsErrors={showsErrors} />}
    </li>
  );
}

function OptionTimes({ editor, nth, usualEnd, showsErrors }: Omit<OptionRowProps, 'onRemove'>) {
  const { form, values, timeZone } = editor;
  const { isSubmitted } = useFormState({ control: form.control });
  const path = `date_options.${nth}` as const;
  const name = `date ${nth + 1}`;
  const own: MeetingTimes | undefined = values.date_options[nth];
  const hasEndDate = own !== undefined && own.end_date !== '';
  const setEndDate = (isOn: boolean): void =>
    form.setValue(`${path}.end_date`, isOn ? nextDay(own?.date ?? '', timeZone) : '', {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: isSubmitted,
    });
  return (
    <>
      <StartAndEnd
        editor={editor}
        names={[`${path}.start`, `${path}.end`]}
        labelNote={<span className="visually-hidden">of {name}</span>}
        usualEnd={usualEnd}
        showsErrors={showsErrors}
      />
      <div className={styles.whole}>
        <Checkbox value={hasEndDate} onChange={setEndDate}>
          Ends on another day <span className="visually-hidden">({name})</span>
        </Checkbox>
      </div>
      {hasEndDate && (
        <div className={styles.whole}>
          <FormField form={form} name={`${path}.end_date`}>
            {({ errorMessage, ...field }) => (
              <DateField
                label={`Last day for ${name}`}
                today={instantToLocal(new Date(), timeZone).date}
                isRequired
                {...field}
                errorMessage={showsErrors ? errorMessage : undefined}
              />
            )}
          </FormField>
        </div>
      )}
    </>
  );
}
