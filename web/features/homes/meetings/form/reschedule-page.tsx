import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { rescheduleMeeting } from '#contract/meeting-lifecycle.ts';
import { getMeeting, type Meeting } from '#contract/meetings.ts';
import { meetingType } from '#contract/summaries.ts';
import { agendaMinutes } from '#domain/agenda.ts';
import { formatHeadingDate, formatTimeRange } from '#domain/dates.ts';
import { asksRepliesAnew, type MeetingTimes, meetingTimesErrors } from '#domain/meeting-times.ts';
import { type MeetingType, meetingTypeLabels } from '#domain/rsvp.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { repliesStayText, resetRepliesText } from '#web/features/homes/meetings/action-labels.ts';
import { WordToMembers } from '#web/features/homes/meetings/lifecycle/word-to-members.tsx';
import { overAlreadyText, whenOf } from '#web/features/homes/meetings/meeting-labels.ts';
import { paths } from '#web/paths.ts';
import { NotFoundPage } from '#web/shell/page-states.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormSegmented } from '#web/ui/fields/form-choices.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { meetingTypeOptions } from './details-fields.tsx';
import { enteredTimes, formOfMeeting, timesOfForm, timesShape } from './meeting-form.ts';
import { TimesFields, type TimesForm } from './times-fields.tsx';

type RescheduleForm = MeetingTimes & { readonly type: MeetingType; readonly note: string };

const schema = z.object({ type: meetingType, ...timesShape, note: z.string() }).check(({ value, issues }) => {
  for (const [field, message] of Object.entries(meetingTimesErrors(value, true))) {
    if (message !== null) issues.push({ code: 'custom', path: [field], message, input: value });
  }
});

export function ReschedulePage() {
  const { id } = useParams({ from: '/shell/board/meetings/edit/$id' });
  const { data } = useSuspenseQuery(queryFor(getMeeting, { params: { id } }));
  return data.meeting.can.reschedule ? <Reschedule key={id} meeting={data.meeting} /> : <NotFoundPage />;
}

function Reschedule({ meeting }: { readonly meeting: Meeting }) {
  const router = useRouter();
  const timeZone = useTimeZone();
  usePageTitle('Reschedule Meeting');
  // The values when the page was opened, so that other people's changes do not overwrite the input.
  const [opened] = useState<RescheduleForm>(() => {
    const { type, date, end_date, start, end } = formOfMeeting(meeting, timeZone);
    return { type, date, end_date, start, end, note: '' };
  });
  const [confirming, setConfirming] = useState<NewTimes | null>(null);
  const form = useContractForm({
    endpoint: rescheduleMeeting,
    params: { id: meeting.id },
    schema,
    defaults: opened,
    toBody: (checked) => ({ ...enteredTimes(checked, timeZone), note: checked.note }),
    guardsLeaving: true,
    invalidates: ['meetings', 'timeline'],
    saved: 'Meeting rescheduled. Messages are being sent.',
    onSaved: () => {
      setConfirming(null);
      void router.navigate({ href: paths.meeting(meeting.id), replace: true });
    },
    onFailed: () => setConfirming(null),
  });
  const { isDirty } = form;
  const confirm = async (): Promise<void> => {
    if (await form.check()) setConfirming(timesOfForm(form.getValues(), timeZone));
  };
  return (
    <Page>
      <TopBarActions>
        <Button variant="primary" onPress={confirm} isDisabled={!isDirty}>
          Reschedule
        </Button>
      </TopBarActions>
      <Breadcrumbs
        items={[
          { label: 'Meetings', href: paths.meetings() },
          { label: meeting.title, href: paths.meeting(meeting.id) },
        ]}
      />
      <PageHead
        title="Reschedule meeting"
        lede={`${meeting.title} is planned for ${whenOf(meeting, timeZone)}.`}
        actions={<LinkButton href={paths.meeting(meeting.id)}>{isDirty ? 'Discard changes' : 'Cancel'}</LinkButton>}
      />
      <Columns asideLabel="What this changes" aside={whatItDoes}>
        <Stack gap="l">
          {meeting.is_reopened && <Notice>This meeting was reopened after it ended.</Notice>}
          <Card padded label="New time">
            <FormSection>
              <FormSegmented
                form={form}
                name="type"
                label="Type"
                labelHidden={false}
                block
                options={meetingTypeOptions}
              />
              <TimesFields
                // The cast is safe, because the form contains all fields of `TimesForm`.
                form={form as unknown as TimesForm}
                agendaMinutes={agendaMinutes(meeting.agenda_items)}
                timeZone={timeZone}
              />
            </FormSection>
          </Card>
        </Stack>
      </Columns>
      <RescheduleDialog
        meeting={meeting}
        form={form}
        to={confirming}
        isPending={form.isSaving}
        onClose={() => setConfirming(null)}
        onConfirm={form.submit}
      />
    </Page>
  );
}

const whatItDoes = (
  <Section title="What this changes">
    <Stack gap="s">
      <p>Unless only the end time changes, replies and apologies are reset and everybody is asked to reply again.</p>
      <p>Each member gets a message with the new time and a new calendar entry.</p>
      <p className="meta">The agenda, documents, place and text stay the same.</p>
    </Stack>
  </Section>
);

type NewTimes = ReturnType<typeof timesOfForm>;

interface RescheduleDialogProps {
  readonly meeting: Pick<Meeting, 'title' | 'type' | 'start' | 'counts' | 'can'>;
  readonly form: ContractForm<RescheduleForm>;
  readonly to: NewTimes | null;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function RescheduleDialog({ meeting, form, to, isPending, onClose, onConfirm }: RescheduleDialogProps) {
  const timeZone = useTimeZone();
  const { replied = 0, marked = 0, recipients = 0 } = meeting.counts ?? {};
  const areApologies = meeting.can.note_apologies;
  const asksAnew = to === null || movesMore(meeting, to);
  const overAlready = to === null ? null : overAlreadyText(to.end, new Date());
  return (
    <ConfirmDialog
      isOpen={to !== null}
      onClose={onClose}
      title={asksAnew ? 'Reschedule and ask again?' : 'Change the end time?'}
      confirmLabel="Reschedule"
      isPending={isPending}
      onConfirm={() => to !== null && onConfirm()}
    >
      <Stack gap="m">
        {to !== null && (
          <p>
            <strong>{meeting.title}</strong>
            <br />
            {formatHeadingDate(to.start, timeZone)}, {formatTimeRange(to.start, to.end, timeZone)}
            {to.type !== meeting.type && <>, {meetingTypeLabels[to.type]}</>}
          </p>
        )}
        {overAlready !== null && <Notice tone="caution">{overAlready}</Notice>}
        <p>
          {asksAnew ? resetRepliesText({ replied, marked, areApologies, recipients }) : repliesStayText({ recipients })}
        </p>
        {recipients > 0 && (
          <FormField form={form} name="note">
            {({ value, onChange }) => <WordToMembers value={value} onChange={onChange} />}
          </FormField>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** Whether the type or the start changes, which resets replies. */
const movesMore = ({ type, start }: Pick<Meeting, 'type' | 'start'>, to: NewTimes): boolean =>
  start === null || asksRepliesAnew({ type, start: new Date(start) }, { type: to.type, start: new Date(to.start) });
