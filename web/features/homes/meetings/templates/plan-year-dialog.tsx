import { useSuspenseQuery } from '@tanstack/react-query';
import { Trash2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { deleteMeetingTemplate, listMeetingTemplates, planMeetings } from '#contract/meeting-templates.ts';
import { formatHeadingDay } from '#domain/dates.ts';
import { isLocalDate, monthsAfter } from '#domain/days.ts';
import { instantToLocal, isLocalTime, zonedText } from '#domain/local-time.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { counted } from '#domain/text.ts';
import { type PlanRhythm, plannedDatesMax, plannedDays } from '#domain/year-plan.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { DateField, type SegmentsHandle, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import styles from './plan-year.module.css';

const rhythmLabels: Readonly<Record<PlanRhythm, string>> = {
  week: 'Every week',
  'two-weeks': 'Every other week',
  first: 'First weekday of the month',
  second: 'Second weekday of the month',
  third: 'Third weekday of the month',
  fourth: 'Fourth weekday of the month',
  last: 'Last weekday of the month',
};
const rhythms = Object.entries(rhythmLabels).map(([value, label]) => ({ value: value as PlanRhythm, label }));
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((label, value) => ({
  value: String(value),
  label,
}));

export function PlanYearDialog({ onClose }: { readonly onClose: () => void }) {
  const { templates } = useSuspenseQuery(queryFor(listMeetingTemplates)).data;
  if (templates.length > 0) return <Plan templates={templates} onClose={onClose} />;
  return (
    <Dialog title="Plan the year" onClose={onClose} actions={<Button onPress={onClose}>Close</Button>}>
      <EmptyState
        title="No templates yet"
        text="Open a meeting and choose “Save as template” from its menu. You can then create drafts for a whole year here."
      />
    </Dialog>
  );
}

interface PlanProps {
  readonly templates: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

function Plan({ templates, onClose }: PlanProps) {
  const timeZone = useTimeZone();
  const [chosen, setChosen] = useState(templates[0]?.id ?? '');
  const [time, setTime] = useState('');
  const [days, setDays] = useState<readonly string[]>([]);
  const [isTimeMissing, setTimeMissing] = useState(false);
  const timeField = useRef<SegmentsHandle>(null);
  const [isDeleting, setDeleting] = useState(false);
  const template = templates.find(({ id }) => id === chosen) ?? templates[0];
  const plan = useCall(planMeetings, {
    invalidates: ['meetings'],
    onSuccess: () => {
      onClose();
      showToast(`${counted(days.length, 'draft')} created`);
    },
  });
  const add = (more: readonly string[]): void =>
    setDays([...new Set([...days, ...more])].toSorted().slice(0, plannedDatesMax));
  if (template === undefined) return null;
  return (
    <FormDialog
      title="Plan the year"
      size="m"
      scrolls
      submitLabel={`Create ${counted(days.length, 'draft')}`}
      submitDisabled={days.length === 0}
      isPending={plan.isPending}
      onSubmit={() => {
        setTimeMissing(!isLocalTime(time));
        if (!isLocalTime(time)) {
          timeField.current?.focus();
          return;
        }
        plan.mutate({
          params: { id: template.id },
          body: { starts: days.map((date) => zonedText({ date, time }, timeZone)) },
        });
      }}
      onClose={onClose}
    >
      <FieldRow>
        <Select
          label="Template"
          value={template.id}
          options={templates.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
        <TimeField
          label="Start"
          value={time}
          onChange={setTime}
          isRequired
          errorMessage={isTimeMissing && !isLocalTime(time) ? validationMessages.required : undefined}
          ref={timeField}
        />
      </FieldRow>
      <Cluster>
        <Button size="s" variant="quiet" icon={Trash2} onPress={() => setDeleting(true)}>
          Delete template
        </Button>
      </Cluster>
      <Rule onAdd={add} />
      <OneDay onAdd={add} />
      <ChosenDays days={days} onRemove={(day) => setDays(days.filter((each) => each !== day))} />
      <ConfirmCall
        endpoint={deleteMeetingTemplate}
        input={{ params: { id: template.id } }}
        invalidates={['meetings']}
        done="Template deleted"
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={`Delete the template “${template.name}”?`}
        confirmLabel="Delete template"
        danger
      >
        Meetings created from it are kept.
      </ConfirmCall>
    </FormDialog>
  );
}

interface AddingProps {
  readonly onAdd: (days: readonly string[]) => void;
}

function Rule({ onAdd }: AddingProps) {
  const today = instantToLocal(new Date(), useTimeZone()).date;
  const [rhythm, setRhythm] = useState<PlanRhythm>('second');
  const [weekday, setWeekday] = useState('4');
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState(monthsAfter(today, 12));
  const isComplete = isLocalDate(from) && isLocalDate(until);
  const found = isComplete ? plannedDays({ rhythm, weekday: Number(weekday), from, until }) : [];
  return (
    <>
      <FieldRow>
        <Select label="How often" value={rhythm} options={rhythms} onChange={setRhythm} />
        <Select label="Weekday" value={weekday} options={weekdays} onChange={setWeekday} />
      </FieldRow>
      <FieldRow>
        <DateField label="From" value={from} onChange={setFrom} today={today} />
        <DateField label="Until" value={until} onChange={setUntil} today={today} />
      </FieldRow>
      <Cluster>
        <Button isDisabled={found.length === 0} onPress={() => onAdd(found)}>
          Add {counted(found.length, 'date')}
        </Button>
      </Cluster>
    </>
  );
}

function OneDay({ onAdd }: AddingProps) {
  const today = instantToLocal(new Date(), useTimeZone()).date;
  const [day, setDay] = useState('');
  return (
    <FieldRow>
      <DateField label="Another date" value={day} onChange={setDay} today={today} />
      <span className={styles.add}>
        <Button
          isDisabled={!isLocalDate(day)}
          onPress={() => {
            onAdd([day]);
            setDay('');
          }}
        >
          Add this date
        </Button>
      </span>
    </FieldRow>
  );
}

interface ChosenDaysProps {
  readonly days: readonly string[];
  readonly onRemove: (day: string) => void;
}

function ChosenDays({ days, onRemove }: ChosenDaysProps) {
  if (days.length === 0) return <p className="muted">No dates yet. Add them with a rule or one by one.</p>;
  return (
    <ul className={styles.days} aria-label="Dates">
      {days.map((day) => (
        <li key={day}>
          {formatHeadingDay(day)}
          <IconButton size="s" icon={X} aria-label={`Remove ${formatHeadingDay(day)}`} onPress={() => onRemove(day)} />
        </li>
      ))}
    </ul>
  );
}
