import { useQuery } from '@tanstack/react-query';
import { FileText, TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { getMeeting, type Meeting } from '#contract/meetings.ts';
import { listPaperRequests } from '#contract/paper-requests.ts';
import { minutesBetween, overrunMinutes } from '#domain/agenda.ts';
import { trackedChangesText } from '#domain/documents.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { type PaperFault, publishCheck } from '#domain/publish-check.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useWaitingFiles } from '#web/features/homes/meetings/agenda/waiting-slot.ts';
import { overAlreadyText, overrunText } from '#web/features/homes/meetings/meeting-labels.ts';
import { MissingPapers } from '#web/features/papers/documents/uploads/missing-papers.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './dialogs.module.css';

export interface PublishNoticesProps {
  readonly meeting: Pick<Meeting, 'id' | 'title' | 'type' | 'start' | 'end' | 'join_url'> & {
    /** Number of proposed dates; 0 if the meeting has a date. */
    readonly dateCount: number;
    readonly itemIds: readonly string[];
    readonly agendaMinutes: number;
  };
  readonly onAddLink: () => void;
  readonly faults: readonly { readonly id: string; readonly fault: PaperFault }[];
  readonly onClose: () => void;
}

export function PublishNotices({ meeting, onAddLink, faults, onClose }: PublishNoticesProps) {
  const { dateCount, itemIds, type, join_url: joinUrl, end } = meeting;
  const overAlready = dateCount === 0 ? overAlreadyText(end, new Date()) : null;
  return (
    <>
      {overAlready !== null && <Notice tone="caution">{overAlready}</Notice>}
      {dateCount === 0 && <TooLong meeting={meeting} />}
      {dateCount === 0 && type !== 'in-person' && joinUrl.trim() === '' && (
        <Notice
          tone="caution"
          actions={
            <Button size="s" onPress={onAddLink}>
              Add the link
            </Button>
          }
        >
          {meetingMessages.noJoinLink}
        </Notice>
      )}
      <MissingPapers of={[meeting.id, ...itemIds]} />
      {itemIds.length > 0 && <WaitingFiles meetingId={meeting.id} />}
      <Check meeting={meeting} faults={faults} onClose={onClose} />
    </>
  );
}

function TooLong({ meeting: { start, end, agendaMinutes } }: Pick<PublishNoticesProps, 'meeting'>) {
  if (start === null || end === null) return null;
  const over = overrunMinutes(agendaMinutes, minutesBetween(new Date(start), new Date(end)));
  if (over === 0) return null;
  return (
    <Notice tone="caution">
      <strong>{overrunText(over)}.</strong> The agenda is longer than the meeting.
    </Notice>
  );
}

function WaitingFiles({ meetingId }: { readonly meetingId: string }) {
  const waiting = useWaitingFiles(meetingId).map(({ name }) => name);
  if (waiting.length === 0) return null;
  return (
    <Notice tone="caution">
      <strong>{counted(waiting.length, 'paper')} will be missing.</strong> Not attached to an item: {waiting.join(', ')}
      .
    </Notice>
  );
}

function Check({ meeting: { id: meetingId }, faults, onClose }: Omit<PublishNoticesProps, 'onAddLink'>) {
  const { data } = useQuery(queryFor(getMeeting, { params: { id: meetingId } }));
  const papers = useQuery({ ...queryFor(listPaperRequests, { params: { id: meetingId } }), throwOnError: false });
  if (data === undefined || papers.isPending) return null;
  const { documents, agenda_items: items } = data.meeting;
  const tracked = trackedChangesText([...documents, ...items.flatMap((item) => item.documents)]);
  const lines = publishCheck(data.meeting, faults, papers.data?.requests ?? []);
  return (
    <>
      {lines.length > 0 && (
        <ul className={styles.check} aria-label="Check before publishing">
          {lines.map(({ kind, text, links }) => (
            <li key={kind}>
              <Icon of={kind === 'pages' ? FileText : TriangleAlert} size="s" />
              <span>
                {text}:{' '}
                {links.map(({ kind: of, id, title }, nth) => (
                  <Fragment key={`${id} ${title}`}>
                    {nth > 0 && ', '}
                    <TextLink
                      href={
                        of === 'item' ? paths.agendaItem(meetingId, id) : paths.meeting(meetingId, { document: id })
                      }
                      onPress={onClose}
                    >
                      {title}
                    </TextLink>
                  </Fragment>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {tracked !== null && <Notice tone="caution">{tracked}</Notice>}
    </>
  );
}
