import { useQuery } from '@tanstack/react-query';
import { getMeeting, type Meeting } from '#contract/meetings.ts';
import { minutesBetween, overrunMinutes } from '#domain/agenda.ts';
import { trackedChangesText, unreadableText } from '#domain/documents.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useWaitingFiles } from '#web/features/homes/meetings/agenda/waiting-slot.ts';
import { overAlreadyText, overrunText, papersText } from '#web/features/homes/meetings/meeting-labels.ts';
import { MissingPapers } from '#web/features/papers/documents/uploads/missing-papers.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

export interface PublishNoticesProps {
  readonly meeting: Pick<Meeting, 'id' | 'title' | 'type' | 'start' | 'end' | 'join_url' | 'documents'> & {
    /** Number of date options; 0 if the meeting has a date. */
    readonly dateCount: number;
    readonly itemIds: readonly string[];
    readonly agendaMinutes: number;
  };
  /** Called after the dialog, to focus the field of the join link. */
  readonly onAddLink: () => void;
}

/** Possible oversights, none of which prevents publishing. */
export function PublishNotices({ meeting, onAddLink }: PublishNoticesProps) {
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
      {itemIds.length > 0 && <PapersWithoutItem meeting={meeting} />}
      <Papers meetingId={meeting.id} />
    </>
  );
}

/** Only a notice, because some meetings do run over. */
function TooLong({ meeting: { start, end, agendaMinutes } }: Pick<PublishNoticesProps, 'meeting'>) {
  if (start === null || end === null) return null;
  const over = overrunMinutes(agendaMinutes, minutesBetween(new Date(start), new Date(end)));
  if (over === 0) return null;
  return (
    <Notice tone="caution">
      <strong>{overrunText(over)}.</strong> The agenda is longer than its meeting.
    </Notice>
  );
}

/** Papers of the meeting itself, and files that wait for a place. */
function PapersWithoutItem({ meeting }: { readonly meeting: Pick<Meeting, 'id' | 'documents'> }) {
  const waiting = useWaitingFiles(meeting.id).map(({ name }) => name);
  const titles = meeting.documents.map(({ title }) => title);
  return (
    <>
      {waiting.length > 0 && (
        <Notice tone="caution">
          <strong>{counted(waiting.length, 'paper')} will be missing.</strong> Without an item yet: {waiting.join(', ')}
          .
        </Notice>
      )}
      {titles.length > 0 && (
        <Notice>
          {counted(titles.length, 'paper')} {titles.length === 1 ? 'is' : 'are'} not under an item: {titles.join(', ')}.
        </Notice>
      )}
    </>
  );
}

/**
 * How many papers go out, items for decision without one, and papers that need a look: unreadable or with tracked
 * changes.
 */
function Papers({ meetingId }: { readonly meetingId: string }) {
  const { data } = useQuery(queryFor(getMeeting, { params: { id: meetingId } }));
  if (data === undefined) return null;
  const { documents, agenda_items: items } = data.meeting;
  const papers = [...documents, ...items.flatMap((item) => item.documents)];
  const texts = [unreadableText(papers), trackedChangesText(papers)].filter((text) => text !== null);
  return (
    <>
      <p>{papersText(data.meeting)}</p>
      {texts.map((text) => (
        <Notice key={text} tone="caution">
          {text}
        </Notice>
      ))}
    </>
  );
}
