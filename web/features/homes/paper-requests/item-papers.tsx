import { useQueryClient } from '@tanstack/react-query';
import { Bell, CalendarClock, Check, CircleAlert, Link2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { actOnPaper, openSubmission, type PaperAct, type PaperRequest } from '#contract/paper-requests.ts';
import { formatShortDay } from '#domain/dates.ts';
import { endpointAddress } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { documentNouns, invalidateNouns } from '#web/api/queries.ts';
import { useBoard } from '#web/api/start.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import type { PaperQuestion } from './paper-dialog.tsx';
import styles from './paper-requests.module.css';
import { extentText, usePapers } from './papers.ts';

const PaperDialog = lazyPart(() => import('./paper-dialog.tsx'), 'PaperDialog');

interface ItemPapersProps {
  readonly meetingId: string;
  readonly item: { readonly id: string; readonly number: string };
}

export function ItemPapers({ meetingId, item }: ItemPapersProps) {
  const { data } = usePapers(meetingId, { enabled: true });
  const papers = data?.requests.filter(({ agenda_item_id: id }) => id === item.id) ?? [];
  if (data === undefined || papers.length === 0) return null;
  return (
    <div className={styles['of-item']}>
      <Rows label={`Papers requested for item ${item.number}`}>
        {papers.map((paper) => (
          <PaperLine key={paper.id} paper={paper} today={data.today} />
        ))}
      </Rows>
    </div>
  );
}

function PaperLine({ paper, today }: { readonly paper: PaperRequest; readonly today: string }) {
  const [question, ask] = useState<PaperQuestion | null>(null);
  return (
    <div className={styles.paper}>
      <div className={styles['paper-body']}>
        <p className={styles['paper-title']}>
          {paper.title} <StateBadge paper={paper} />
        </p>
        <p className="meta">{lineOf(paper)}</p>
        {paper.submission !== null && paper.submission.note !== '' && (
          <p className={styles['paper-note']}>{paper.submission.note}</p>
        )}
        {paper.more_time !== null && (
          <p className={styles['paper-note']}>
            Asked for more time until {formatShortDay(paper.more_time.until)}: {paper.more_time.reason}
          </p>
        )}
      </div>
      <PaperActions paper={paper} onAsk={ask} />
      {question !== null && <PaperDialog paper={paper} question={question} today={today} onClose={() => ask(null)} />}
    </div>
  );
}

/** Returns text such as 'Asked Priya Raman, due Nov 26. Received, 12 pages.' */
function lineOf(paper: PaperRequest): string {
  const asked = `Asked ${paper.author_name}, due ${formatShortDay(paper.due_on)}.`;
  const { submission } = paper;
  if (paper.state === 'received' && submission !== null)
    return `${asked} ${paper.is_new_version ? 'New version' : 'Received'}, ${extentText(submission)}.`;
  return paper.sent_back === null ? asked : `${asked} Sent back: ${paper.sent_back}`;
}

function StateBadge({ paper }: { readonly paper: PaperRequest }) {
  if (paper.is_late) {
    return (
      <Badge tone="negative" icon={CircleAlert}>
        Late
      </Badge>
    );
  }
  if (paper.state === 'accepted') {
    return (
      <Badge tone="positive" icon={Check}>
        Accepted
      </Badge>
    );
  }
  if (paper.state === 'received')
    return <Badge tone="board">{paper.is_new_version ? 'New version' : 'Received'}</Badge>;
  if (paper.state === 'declined') return <Badge tone="caution">Declined</Badge>;
  return paper.state === 'sent-back' ? <Badge tone="line">Sent back</Badge> : null;
}

const doneTexts: Readonly<Record<PaperAct['kind'], string>> = {
  accept: 'Paper accepted',
  remind: 'A reminder is being sent',
  'renew-link': 'A new link is being sent. The earlier one no longer works.',
  cancel: 'Request cancelled',
  'send-back': 'Paper sent back',
  'set-due': 'Due date changed',
};

interface PaperActionsProps {
  readonly paper: PaperRequest;
  readonly onAsk: (question: PaperQuestion) => void;
}

function PaperActions({ paper, onAsk }: PaperActionsProps) {
  const board = useBoard();
  const params = { id: paper.id };
  const client = useQueryClient();
  const sent = useCall(actOnPaper, {
    invalidates: ['paperRequests', ...documentNouns],
    onSuccess: (_answer, { body }) => void showToast(doneTexts[body.act.kind]),
    // Refetches the requests, because the author may have replaced the file.
    onError: () => void invalidateNouns(client, ['paperRequests']),
  });
  const { submission_id } = paper;
  const act = (act: PaperAct): void => sent.mutate({ params, body: { act } });
  return (
    <div className={styles['paper-actions']}>
      {submission_id !== null && (
        <>
          <LinkButton
            size="s"
            target="_blank"
            rel="noopener noreferrer"
            href={endpointAddress(openSubmission, { params, query: { board: board?.board_info.board_id ?? '' } })}
          >
            Open
          </LinkButton>
          <Button
            size="s"
            icon={Check}
            isPending={sent.isPending}
            onPress={() => act({ kind: 'accept', submission_id })}
          >
            Accept
          </Button>
          <Button size="s" icon={Undo2} onPress={() => onAsk('send-back')}>
            Send back
          </Button>
        </>
      )}
      {paper.more_time !== null && (
        <Button size="s" icon={CalendarClock} onPress={() => onAsk('due')}>
          Give more time
        </Button>
      )}
      <RowMenu aria-label={`More actions for ${paper.title}`}>
        {() => (
          <>
            {paper.can.remind && (
              <>
                <MenuItem icon={Bell} label="Remind now" onAction={() => act({ kind: 'remind' })} />
                <MenuItem icon={CalendarClock} label="Change due date" onAction={() => onAsk('due')} />
              </>
            )}
            <MenuItem icon={Link2} label="Send a new link" onAction={() => act({ kind: 'renew-link' })} />
            <MenuSeparator />
            <MenuItem icon={X} label="Cancel request" danger onAction={() => onAsk('cancel')} />
          </>
        )}
      </RowMenu>
    </div>
  );
}
