import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { getDeciding } from '#contract/deciding.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import {
  addMinutesAddendum,
  circulateMinutes,
  listMinutesWordings,
  type Minutes,
  type MinutesSection,
} from '#contract/meeting-minutes.ts';
import { type ChosenSigner, chosenSigners, listSignatureRequests } from '#contract/signatures.ts';
import { formatDocumentTime, isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { addendumTextMax, commentDaysMax, isWithheld } from '#domain/meeting-minutes.ts';
import { minutesLabels } from '#domain/messages/meeting-minutes.ts';
import type { RichText } from '#domain/rich-text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { SignersField } from '#web/features/deciding/deciding/signers-field.tsx';
import { RichTextView } from '#web/features/homes/announcements/rich-text-view.tsx';
import { HelpLink } from '#web/shell/help-link.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './minutes.module.css';
import { decisionText, minutesTexts, sectionTitle } from './minutes-labels.ts';
import { ChangedNotes } from './section-notes.tsx';
import { showMinutes } from './use-minutes.ts';

interface MinutesDialogProps {
  readonly minutes: Minutes;
  readonly onClose: () => void;
}

type Candidates = AnswerOf<typeof listSignatureRequests>['candidates'];

export function CirculateDialog({ minutes, onClose }: MinutesDialogProps) {
  const deciding = useQuery(queryFor(getDeciding)).data?.deciding;
  const isForSignature = deciding?.minutes_approval === 'signatures';
  const about = useQuery({
    ...queryFor(listSignatureRequests, { query: { kind: 'minutes', id: minutes.meeting.id } }),
    enabled: isForSignature,
  }).data;
  const candidates = isForSignature ? about?.candidates : null;
  if (deciding === undefined || candidates === undefined) return null;
  return (
    <CirculateForm minutes={minutes} commentDays={deciding.comment_days} candidates={candidates} onClose={onClose} />
  );
}

const circulateSchema = z.object({ asks: z.boolean(), until: z.string(), signers: chosenSigners.or(z.null()) });

const usualSigners = ({ head }: Minutes, candidates: Candidates): ChosenSigner[] =>
  (head.attendees ?? []).flatMap(({ member_id, office }) =>
    office !== null && candidates.some(({ id }) => id === member_id)
      ? [{ member_id, capacity: minutesLabels.offices[office] }]
      : [],
  );

interface CirculateFormProps extends MinutesDialogProps {
  readonly commentDays: number;
  readonly candidates: Candidates | null;
}

function CirculateForm({ minutes, commentDays, candidates, onClose }: CirculateFormProps) {
  const timeZone = useTimeZone();
  const today = isoDate(new Date(), timeZone);
  const form = useContractForm({
    endpoint: circulateMinutes,
    params: { id: minutes.meeting.id },
    schema: circulateSchema,
    defaults: {
      asks: commentDays > 0,
      until: dayAfter(today, Math.max(commentDays, 1)),
      signers: candidates === null ? null : usualSigners(minutes, candidates),
    },
    toBody: ({ asks, until, signers }) => ({ comments_until: asks ? until : null, signers: signers ?? undefined }),
    fieldOf: (name) => (name === 'comments_until' ? 'until' : name),
    saved: 'Minutes circulated',
    onSaved: (answer) => {
      showMinutes(answer);
      onClose();
    },
  });
  const asks = useWatch({ control: form.control, name: 'asks' });
  return (
    <FormDialog
      title={minutes.version === 0 ? 'Circulate the minutes' : `Circulate version ${minutes.version + 1}`}
      submitLabel={minutesTexts.circulate}
      scrolls={candidates !== null}
      form={form}
      onClose={onClose}
    >
      <p>
        The members of the body and everybody who was present will get the minutes by email.{' '}
        {candidates === null ? decisionText(minutes, timeZone) : minutesTexts.lastSignature} Later corrections will
        appear in the next version. <HelpLink chapter="secretaries" heading="circulate-the-minutes" />
      </p>
      {candidates !== null && (
        <FormField form={form} name="signers">
          {({ value, ...field }) => <SignersField members={candidates} value={value ?? []} {...field} />}
        </FormField>
      )}
      {minutes.version > 0 && <ChangesToCirculate minutes={minutes} />}
      <FormField form={form} name="asks">
        {(field) => <Checkbox label="Ask for comments" {...field} />}
      </FormField>
      {asks && (
        <FormField form={form} name="until">
          {(field) => (
            <DateField
              label="Comments until"
              min={today}
              max={dayAfter(today, commentDaysMax)}
              today={today}
              {...field}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}

function ChangesToCirculate({ minutes: { sections, changed: count } }: { readonly minutes: Minutes }) {
  const changed = sections.flatMap((section) =>
    isWithheld(section) || (section.circulated_notes === null && !section.has_record_changed) ? [] : [section],
  );
  return (
    <Section title={minutesTexts.changed} level={3}>
      {count > changed.length && <p>{minutesTexts.head}</p>}
      {changed.map((section) => (
        <div key={section.id}>
          <p>
            <strong>{sectionTitle(section)}</strong>
          </p>
          {section.has_record_changed && <p className="meta">{minutesTexts.recordChanged}</p>}
          {section.circulated_notes !== null && (
            <ChangedNotes before={section.circulated_notes} after={section.notes} />
          )}
        </div>
      ))}
    </Section>
  );
}

export function AddendumDialog({ minutes, onClose }: MinutesDialogProps) {
  const form = useContractForm({
    endpoint: addMinutesAddendum,
    params: { id: minutes.meeting.id },
    defaults: { text: '' },
    saved: 'Addendum added',
    onSaved: (answer) => {
      showMinutes(answer);
      onClose();
    },
  });
  return (
    <FormDialog title={minutesTexts.addAddendum} submitLabel="Add" size="m" form={form} onClose={onClose}>
      <p>
        The addendum will be attached permanently, with your name and the date. The approved minutes themselves will not
        change.
      </p>
      <FormTextArea form={form} name="text" label="Text" rows={6} maxLength={addendumTextMax} />
    </FormDialog>
  );
}

interface WordingsDialogProps {
  readonly section: MinutesSection;
  readonly onTake: (notes: RichText) => void;
  readonly onClose: () => void;
}

export function WordingsDialog({ section, onTake, onClose }: WordingsDialogProps) {
  const timeZone = useTimeZone();
  const query = useQuery({
    ...queryFor(listMinutesWordings, { params: { id: section.id } }),
    staleTime: 0,
    meta: { quiet: true },
  });
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <Dialog isOpen title={`History of ${section.title}`} size="m" scrolls onClose={onClose}>
      {query.data === undefined ? (
        <WhileLoading what="The history" query={query}>
          <ListSkeleton rows={3} />
        </WhileLoading>
      ) : (
        <ol className={styles.wordings}>
          {query.data.wordings.map(({ revision, notes, by, at }) => (
            <li key={revision}>
              <p className={styles['wording-head']}>
                <span>
                  {by} <span className="meta">{formatDocumentTime(at, timeZone)}</span>
                </span>
                <Button
                  size="s"
                  aria-expanded={opened === revision}
                  onPress={() => setOpened(opened === revision ? null : revision)}
                >
                  {opened === revision ? 'Hide' : 'Show'}
                </Button>
              </p>
              {opened === revision && (
                <>
                  <RichTextView text={notes} />
                  <Button size="s" onPress={() => onTake(notes)}>
                    Use this text
                  </Button>
                </>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
