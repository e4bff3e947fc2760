import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { type DraftComment, getDraftShowing, settleDraftComment } from '#contract/draft-showing.ts';
import type { Meeting } from '#contract/meetings.ts';
import { formatListDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Comment, CommentList, CommentTools } from '#web/ui/rows/comment.tsx';
import styles from './draft-showing.module.css';

const dialogs = () => import('./draft-dialogs.tsx');
const ShowDraftDialog = lazyPart(dialogs, 'ShowDraftDialog');
const CommentDialog = lazyPart(dialogs, 'CommentDialog');
const AnswerDialog = lazyPart(dialogs, 'AnswerDialog');

const useShowing = (id: string) =>
  useQuery({ ...queryFor(getDraftShowing, { params: { id } }), meta: { quiet: true } });

export function DraftNotice({ meeting }: { readonly meeting: Meeting }) {
  const { data } = useShowing(meeting.id);
  const [isChoosing, setChoosing] = useState(false);
  if (!meeting.can.edit) {
    return (
      <Notice tone="caution">
        An editor has shared this draft with you. You can comment on its items until it is published.
      </Notice>
    );
  }
  const shownTo = data?.shown_to ?? [];
  const open = data?.comments.filter((comment) => !comment.is_resolved).length ?? 0;
  const invites = meeting.finds_date
    ? 'When you ask for a date, everybody in its audience will be asked which dates suit them.'
    : 'When you publish it, everybody in its audience will be invited.';
  return (
    <>
      <Notice
        tone="caution"
        isNews
        actions={
          data?.can.show === true && (
            <Button size="s" onPress={() => setChoosing(true)}>
              Show draft to…
            </Button>
          )
        }
      >
        {shownTo.length === 0
          ? `This is a draft that only its editors can see. ${invites}`
          : `This draft is shown to ${shownTo.map(({ name }) => name).join(', ')}. ${invites}`}
        {open > 0 && ` ${counted(open, 'open comment')}.`}
      </Notice>
      {isChoosing && <ShowDraftDialog meetingId={meeting.id} shownTo={shownTo} onClose={() => setChoosing(false)} />}
    </>
  );
}

interface ItemCommentsProps {
  readonly meetingId: string;
  readonly item: { readonly id: string; readonly number: string };
}

export function ItemComments({ meetingId, item }: ItemCommentsProps) {
  const { data } = useShowing(meetingId);
  const [isWriting, setWriting] = useState(false);
  const comments = data?.comments.filter(({ agenda_item_id: id }) => id === item.id) ?? [];
  const canComment = data?.can.comment === true;
  if (comments.length === 0 && !canComment && !isWriting) return null;
  return (
    <div className={styles['of-item']}>
      {comments.length > 0 && (
        <CommentList label={`Comments on item ${item.number}`}>
          {comments.map((comment) => (
            <ItemComment key={comment.id} comment={comment} canSettle={data?.can.show === true} />
          ))}
        </CommentList>
      )}
      {canComment && (
        <Button
          size="s"
          icon={MessageSquare}
          aria-label={`Comment on item ${item.number}`}
          onPress={() => setWriting(true)}
        >
          Comment
        </Button>
      )}
      {isWriting && <CommentDialog item={item} onClose={() => setWriting(false)} />}
    </div>
  );
}

function ItemComment({ comment, canSettle }: { readonly comment: DraftComment; readonly canSettle: boolean }) {
  const timeZone = useTimeZone();
  const [isAnswering, setAnswering] = useState(false);
  const settle = useCall(settleDraftComment, { invalidates: ['meetings'] });
  const { id, author, at, text, is_resolved: isResolved } = comment;
  const name = author?.name ?? 'A member';
  return (
    <Comment
      author={author}
      name={name}
      at={at}
      when={formatListDate(at, timeZone)}
      text={text}
      settled={settledText(comment)}
    >
      {canSettle && !isResolved && (
        <CommentTools>
          <Button size="s" aria-label={`Answer ${name}: ${text}`} onPress={() => setAnswering(true)}>
            Answer
          </Button>
          <Button
            size="s"
            variant="quiet"
            isPending={settle.isPending}
            aria-label={`Resolve ${name}: ${text}`}
            onPress={() => settle.mutate({ params: { id }, body: { is_resolved: true } })}
          >
            Resolve
          </Button>
        </CommentTools>
      )}
      {isAnswering && <AnswerDialog comment={comment} onClose={() => setAnswering(false)} />}
    </Comment>
  );
}

/** Returns text such as 'Resolved by Ana Ortiz. Moved to item 3.' */
function settledText({ answer, settled_by: by, is_resolved: isResolved }: DraftComment): string | null {
  if (answer === '' && !isResolved) return null;
  const how = isResolved ? 'Resolved' : 'Answered';
  return `${how}${by === null ? '' : ` by ${by}`}.${answer === '' ? '' : ` ${answer}`}`;
}
