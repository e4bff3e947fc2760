import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Check, CloudOff, Download, PenLine, Plus, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { downloadMinutes, getMinutes, type Minutes, startMinutes } from '#contract/meeting-minutes.ts';
import { getMeeting } from '#contract/meetings.ts';
import { formatHeadingDate } from '#domain/dates.ts';
import { signatureTitles } from '#domain/messages/general.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { signatureMessages } from '#domain/messages/signatures.ts';
import { endpointAddress, pageBoard } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { createStore, useStore } from '#web/store.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { Columns, Page, PageToolbar, pageTitleId } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { LeftNotes } from './left-notes.tsx';
import styles from './minutes.module.css';
import { AddendumDialog, CirculateDialog } from './minutes-dialogs.tsx';
import { MinutesEditor } from './minutes-editor.tsx';
import { DecidedInThem, MinutesHistory } from './minutes-history.tsx';
import { minutesTexts, pdfLabel, stateText } from './minutes-labels.ts';
import { MinutesSheet } from './minutes-sheet.tsx';
import { useMinutesCall } from './use-minutes.ts';
import { type NotesStatus, useNotesWriters } from './use-notes-writers.ts';

export function MinutesPage() {
  const { id } = useParams({ from: '/shell/board/meetings/$id/minutes' });
  const { meeting } = useSuspenseQuery(queryFor(getMeeting, { params: { id } })).data;
  const { minutes, can } = useSuspenseQuery(queryFor(getMinutes, { params: { id } })).data;
  usePageTitle(`${minutesTexts.title}, ${meeting.title}`);
  return (
    <Page>
      <PageToolbar
        keepsButtons
        crumbs={
          <Breadcrumbs
            items={[
              { label: 'Meetings', href: paths.meetings() },
              { label: meeting.title, href: paths.meeting(id) },
            ]}
          />
        }
      >
        {minutes !== null && minutes.state !== 'approved' && (
          <>
            <FileLink minutes={minutes} label={pdfLabel(minutes)} />
            <FileLink minutes={minutes} format="docx" label={minutesTexts.word} />
          </>
        )}
      </PageToolbar>
      {minutes === null && <NoMinutes meetingId={id} canStart={can.start} />}
      {minutes?.state === 'approved' && <ApprovedMinutes minutes={minutes} />}
      {minutes !== null && minutes.state !== 'approved' && <OpenMinutes key={id} minutes={minutes} />}
    </Page>
  );
}

function NoMinutes({ meetingId, canStart }: { readonly meetingId: string; readonly canStart: boolean }) {
  const start = useMinutesCall(startMinutes);
  return (
    <>
      <h1 className="visually-hidden" id={pageTitleId}>
        {minutesTexts.title}
      </h1>
      <EmptyState
        title={minutesMessages.none}
        text={canStart ? minutesTexts.noneText : minutesTexts.noneToRead}
        seats={[4]}
        action={
          canStart ? (
            <Button
              variant="primary"
              isPending={start.isPending}
              onPress={() => start.mutate({ params: { id: meetingId }, body: {} })}
            >
              Start
            </Button>
          ) : undefined
        }
      />
    </>
  );
}

interface FileLinkProps {
  readonly minutes: Minutes;
  readonly label: string;
  readonly format?: 'pdf' | 'docx';
  readonly isBlock?: boolean;
}

function FileLink({ minutes, label, format = 'pdf', isBlock }: FileLinkProps) {
  return (
    <LinkButton
      size={isBlock ? undefined : 's'}
      icon={Download}
      href={endpointAddress(downloadMinutes, {
        params: { id: minutes.meeting.id },
        query: { board: pageBoard(), format },
      })}
    >
      {label}
    </LinkButton>
  );
}

const nothingTyped = createStore<NotesStatus>('saved');

function OpenMinutes({ minutes }: { readonly minutes: Minutes }) {
  const timeZone = useTimeZone();
  const canWrite = minutes.can.write && !minutes.is_voted_on;
  const writers = useNotesWriters(minutes.meeting.id, canWrite);
  const status = useStore(writers?.status ?? nothingTyped);
  const [isCirculating, setCirculating] = useState(false);
  const { meeting, can } = minutes;
  return (
    <>
      <TopBarActions>
        {canWrite && <Saving status={status} />}
        {can.circulate && !minutes.is_voted_on && (
          <Button variant="primary" onPress={() => setCirculating(true)}>
            {minutes.version === 0 ? minutesTexts.circulate : minutesTexts.circulateAgain}
          </Button>
        )}
      </TopBarActions>
      {minutes.is_voted_on && (
        <div className={styles.banner}>
          <Notice tone="caution" isNews>
            {minutesMessages.votedOn}
          </Notice>
        </div>
      )}
      {minutes.decision?.kind === 'signatures' && minutes.decision.is_open && can.settle && (
        <div className={styles.banner}>
          <Notice tone="caution" isNews>
            {signatureMessages.voidFirst}
          </Notice>
        </div>
      )}
      {minutes.is_voted_on && minutes.can.write && <LeftNotes minutes={minutes} />}
      {canWrite && (status === 'offline' || status === 'refused') && (
        <div className={styles.banner}>
          <Notice tone="caution" icon={CloudOff} isNews>
            {status === 'refused'
              ? minutesTexts.refused
              : writers?.isKept
                ? minutesTexts.notSaved
                : minutesTexts.notKept}
          </Notice>
        </div>
      )}
      <header className={styles['minutes-top']}>
        <h1 className={styles['page-title']} id={pageTitleId}>
          {minutesTexts.title}, {meeting.title}
        </h1>
        <p className={styles['page-facts']}>
          <Badge tone={minutes.state === 'draft' ? 'line' : 'caution'}>{stateText(minutes)}</Badge>
          <span className="meta">{formatHeadingDate(meeting.start, timeZone)}</span>
        </p>
      </header>
      <MinutesEditor minutes={minutes} writers={canWrite ? writers : null} />
      {isCirculating && <CirculateDialog minutes={minutes} onClose={() => setCirculating(false)} />}
    </>
  );
}

const savingTexts = {
  saved: { words: 'Saved', icon: Check },
  saving: { words: 'Saving…', icon: RefreshCw },
  offline: { words: 'Not saved', icon: CloudOff },
  refused: { words: 'Not saved', icon: TriangleAlert },
  conflict: { words: 'Not saved', icon: TriangleAlert },
} as const;

function Saving({ status }: { readonly status: NotesStatus }) {
  const { words, icon } = savingTexts[status];
  return (
    <span className={styles.saving} role="status" data-status={status}>
      <Icon of={icon} size="s" />
      {words}
    </span>
  );
}

function ApprovedMinutes({ minutes }: { readonly minutes: Minutes }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Columns
      asideLabel="About these minutes"
      aside={
        <>
          <Section
            title="Approved"
            aside={
              <Badge tone="positive" icon={Check}>
                Final
              </Badge>
            }
          >
            <p className={styles['progress-note']}>
              <strong>These minutes are final</strong>
              <br />
              Nobody can change them. Corrections are added as an addendum.
            </p>
            {minutes.has_pdf ? (
              <Cluster>
                <FileLink minutes={minutes} label="Minutes (PDF)" isBlock />
                <LinkButton icon={PenLine} href={paths.signatures({ kind: 'minutes', id: minutes.meeting.id })}>
                  {signatureTitles.list}
                </LinkButton>
              </Cluster>
            ) : (
              <p className="muted">The PDF is being created.</p>
            )}
            <FileLink minutes={minutes} format="docx" label={minutesTexts.word} isBlock />
          </Section>
          <MinutesHistory minutes={minutes} />
          <DecidedInThem minutes={minutes} />
          {minutes.can.add_addendum && (
            <Section title="Addenda">
              <Button icon={Plus} onPress={() => setAdding(true)}>
                {minutesTexts.addAddendum}
              </Button>
            </Section>
          )}
        </>
      }
    >
      <LeftNotes minutes={minutes} />
      <MinutesSheet minutes={minutes} />
      {isAdding && <AddendumDialog minutes={minutes} onClose={() => setAdding(false)} />}
    </Columns>
  );
}
