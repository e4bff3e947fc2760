import { Send } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import {
  circulateResolution,
  getResolution,
  objectToResolution,
  remindVoters,
  updateResolution,
  type WrittenResolution,
  withdrawResolution,
} from '#contract/resolutions.ts';
import { zoneAbbreviation } from '#domain/dates.ts';
import { instantToLocal, zonedText } from '#domain/local-time.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { resolutionLabels, resolutionMessages } from '#domain/messages/resolutions.ts';
import { motionTextMax, reasonMax } from '#domain/motions.ts';
import { bodyNameOf } from '#domain/resolution-labels.ts';
import { resolutionTitleMax } from '#domain/resolutions.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { MissingPapers } from '#web/features/papers/documents/uploads/missing-papers.tsx';
import { HelpLink } from '#web/shell/help-link.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { askedCount, circulatesAgainText, remindedText } from './resolution-labels.ts';
import styles from './resolutions.module.css';

interface ResolutionProps {
  readonly resolution: WrittenResolution;
}

export function ResolutionDesk({ resolution }: ResolutionProps) {
  const [asked, ask] = useState<'edit' | 'circulate' | 'withdraw' | null>(null);
  const timeZone = useTimeZone();
  const { can, missing, reminded_at: remindedAt } = resolution;
  if (!(can.edit || can.withdraw)) return null;
  const close = (): void => ask(null);
  return (
    <Section title="Manage this resolution">
      {missing !== null && missing.length > 0 && (
        <>
          <p className={styles.note}>Have not answered:</p>
          <ul className={styles.names}>
            {missing.map(({ member_id: id, name, has_left: hasLeft }) => (
              <li key={id}>
                {name}
                {hasLeft && <span className="meta">, no longer active and cannot answer</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {remindedAt !== null && <p className={styles.note}>{remindedText(remindedAt, { now: new Date(), timeZone })}</p>}
      <Cluster>
        {can.circulate && (
          <Button variant="primary" onPress={() => ask('circulate')}>
            Circulate
          </Button>
        )}
        {can.remind && <RemindButton resolution={resolution} />}
        {can.circulate_again && <Button onPress={() => ask('circulate')}>Circulate again</Button>}
        {can.edit && <Button onPress={() => ask('edit')}>Edit</Button>}
        {can.withdraw && <Button onPress={() => ask('withdraw')}>Withdraw</Button>}
      </Cluster>
      {asked === 'edit' && <EditDialog resolution={resolution} onClose={close} />}
      {asked === 'circulate' && <CirculateDialog resolution={resolution} onClose={close} />}
      {asked === 'withdraw' && <WithdrawDialog resolution={resolution} onClose={close} />}
    </Section>
  );
}

interface DialogProps extends ResolutionProps {
  readonly onClose: () => void;
}

function EditDialog({ resolution, onClose }: DialogProps) {
  const [opened] = useState(resolution);
  const [theirs, setTheirs] = useState<WrittenResolution | null>(null);
  const form = useContractForm({
    endpoint: updateResolution,
    params: { id: opened.id },
    defaults: {
      revision: opened.revision,
      title: opened.title,
      text: opened.text,
      recused_ids: (opened.recused ?? []).map(({ member_id: id }) => id),
    },
    invalidates: ['resolutions'],
    isKept: ({ has_conflict: conflict }) => !conflict,
    onSaved: ({ has_conflict: conflict, resolution: now }) => {
      if (!conflict) return onClose();
      setTheirs(now);
      form.setValue('revision', now.revision);
    },
  });
  return (
    <FormDialog title="Edit draft" size="m" submitLabel="Save" form={form} onClose={onClose}>
      {theirs !== null && (
        <Notice tone="caution" isNews>
          <p>{resolutionMessages.conflict}</p>
          <p>
            <strong>{theirs.title}</strong>
          </p>
          <p className={styles.theirs}>{theirs.text}</p>
        </Notice>
      )}
      <FormText form={form} name="title" label="Title" maxLength={resolutionTitleMax} isRequired />
      <FormTextArea
        form={form}
        name="text"
        label="Text of the resolution"
        rows={10}
        maxLength={motionTextMax}
        isRequired
      />
      {opened.voters !== null && opened.voters.length > 0 && (
        <FormField form={form} name="recused_ids">
          {({ value, onChange }) => (
            <fieldset>
              <legend>Recused at their own request</legend>
              {(opened.voters ?? []).map(({ member_id: id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  value={value?.includes(id) ?? false}
                  onChange={(isOut) =>
                    onChange(isOut ? [...(value ?? []), id] : (value ?? []).filter((each) => each !== id))
                  }
                />
              ))}
            </fieldset>
          )}
        </FormField>
      )}
    </FormDialog>
  );
}

const deadlineSchema = z.object({
  day: z.string().min(1, validationMessages.required),
  time: z.string().min(1, validationMessages.required),
});

function CirculateDialog({ resolution, onClose }: DialogProps) {
  const { id, revision, round, body, proposed_deadline: proposed } = resolution;
  const timeZone = useTimeZone();
  const isAgain = round > 0;
  const papers = resolution.documents.map((each) => ({ document_id: each.id, version_id: each.version_id }));
  const { date: day, time } = proposed === null ? { date: '', time: '' } : instantToLocal(proposed, timeZone);
  const form = useContractForm({
    endpoint: circulateResolution,
    params: { id },
    schema: deadlineSchema,
    defaults: { day, time },
    toBody: (typed) => ({
      revision,
      round,
      ...(isAgain ? {} : { papers }),
      ends_at: zonedText({ date: typed.day, time: typed.time }, timeZone),
    }),
    fieldOf: (field) => (field === 'ends_at' ? 'day' : field),
    invalidates: ['resolutions', 'waiting', 'timeline'],
    saved: isAgain ? 'Circulated again' : 'Circulated',
    onSaved: onClose,
    onFailed: ({ fields }) => {
      if (Object.keys(fields).length > 0) return;
      void queryClient.invalidateQueries({ queryKey: queryFor(getResolution, { params: { id } }).queryKey });
      onClose();
    },
  });
  const asked = askedCount(resolution);
  return (
    <FormDialog
      title={isAgain ? 'Circulate this resolution again?' : 'Circulate this resolution?'}
      submitLabel={isAgain ? 'Circulate again' : 'Circulate'}
      form={form}
      onClose={onClose}
    >
      <p>
        {asked === null ? 'All voters' : counted(asked, 'voter')} in {bodyNameOf(body)}{' '}
        {asked === 1 ? 'will be asked by email to vote' : 'will each be asked by email to vote'}.{' '}
        {!isAgain && 'After that, the text and papers cannot be changed.'}
      </p>
      {isAgain && <Notice tone="caution">{circulatesAgainText(resolution)}</Notice>}
      <FieldRow>
        <FormField form={form} name="day">
          {(field) => <DateField label="Answers until" isRequired {...field} />}
        </FormField>
        <FormField form={form} name="time">
          {(field) => <TimeField label="Time" isRequired {...field} />}
        </FormField>
      </FieldRow>
      <p className="meta">
        {timeZone.replaceAll('_', ' ')} ({zoneAbbreviation(new Date(), timeZone)})
      </p>
      {!isAgain && <MissingPapers of={[id]} />}
      <HelpLink chapter="chairs" heading="decide-in-writing" />
    </FormDialog>
  );
}

function RemindButton({ resolution }: ResolutionProps) {
  const remind = useCall(remindVoters, {
    invalidates: ['resolutions'],
    onSuccess: ({ recipient_count: count }) =>
      void showToast(count === 1 ? '1 reminder is being sent' : `${count} reminders are being sent`, { icon: Send }),
  });
  return (
    <Button isPending={remind.isPending} onPress={() => remind.mutate({ params: { id: resolution.id }, body: {} })}>
      Remind those who have not answered
    </Button>
  );
}

function WithdrawDialog({ resolution, onClose }: DialogProps) {
  const form = useContractForm({
    endpoint: withdrawResolution,
    params: { id: resolution.id },
    defaults: { reason: '' },
    invalidates: ['resolutions', 'waiting', 'timeline'],
    onSaved: onClose,
  });
  return (
    <FormDialog title="Withdraw this resolution?" submitLabel="Withdraw" form={form} onClose={onClose}>
      <p>
        {resolution.state === 'draft'
          ? 'It will not be circulated. This cannot be undone.'
          : 'It will not be decided in writing. The body will be notified.'}
      </p>
      <FormTextArea form={form} name="reason" label="Reason" rows={3} maxLength={reasonMax} />
    </FormDialog>
  );
}

export function ObjectDialog({ resolution, onClose }: DialogProps) {
  const form = useContractForm({
    endpoint: objectToResolution,
    params: { id: resolution.id },
    defaults: { reason: '' },
    invalidates: ['resolutions', 'waiting', 'timeline'],
    onSaved: onClose,
  });
  const title = resolutionLabels.askForMeeting;
  return (
    <FormDialog title={title} submitLabel={title} form={form} onClose={onClose}>
      <p>{resolutionLabels.askingEnds} The body will see your name and reason.</p>
      <FormTextArea form={form} name="reason" label="Reason" rows={3} maxLength={reasonMax} />
    </FormDialog>
  );
}
