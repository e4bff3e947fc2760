import { useState } from 'react';
import {
  commentOnMinutes,
  type Minutes,
  type MinutesComment,
  type MinutesSection,
  settleMinutesComment,
} from '#contract/meeting-minutes.ts';
import { formatListDate } from '#domain/dates.ts';
import { isWithheld, minutesCommentMax } from '#domain/meeting-minutes.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { FormTextArea } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { Comment, CommentList, CommentTools } from '#web/ui/rows/comment.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './minutes.module.css';
import { minutesTexts, sectionLabel, sectionName, sectionPhrase, settledText } from './minutes-labels.ts';
import { showMinutes, useMinutesCall } from './use-minutes.ts';

interface MinutesCommentsProps {
  readonly minutes: Minutes;
  readonly section: MinutesSection | null;
}

export function MinutesComments({ minutes, section }: MinutesCommentsProps) {
  const { comments, can } = minutes;
  if (comments === null || minutes.version === 0) return null;
  const shown = section === null ? comments : comments.filter(({ section_id: of }) => of === section.id);
  return (
    <Section title="Comments" aside={section === null ? undefined : sectionLabel(section)}>
      {shown.length === 0 && (
        <p className="muted">
          {minutesTexts.noComments} {can.comment && section === null && minutesTexts.howToComment}
        </p>
      )}
      <CommentList>
        {shown.map((comment) => (
          <MinutesCommentRow key={comment.id} minutes={minutes} comment={comment} namesSection={section === null} />
        ))}
      </CommentList>
      {can.comment && section !== null && <CommentForm key={section.id} section={section} />}
    </Section>
  );
}

interface CommentProps {
  readonly minutes: Minutes;
  readonly comment: MinutesComment;
  readonly namesSection: boolean;
}

function MinutesCommentRow({ minutes, comment, namesSection }: CommentProps) {
  const timeZone = useTimeZone();
  const [isDeclining, setDeclining] = useState(false);
  const settle = useMinutesCall(settleMinutesComment);
  const { author, text, at, state } = comment;
  const params = { id: comment.section_id, comment_id: comment.id };
  const name = author?.name ?? 'A member';
  const section = minutes.sections.find(({ id }) => id === comment.section_id);
  const place = section === undefined || isWithheld(section) ? null : sectionPhrase(section);
  const object = `the comment by ${name}${place === null ? '' : ` on ${place}`}: ${text}`;
  return (
    <Comment
      author={author}
      name={name}
      at={at}
      when={formatListDate(at, timeZone)}
      about={namesSection && place !== null ? `On ${place}` : null}
      text={text}
      settled={state === 'open' ? null : settledText(comment)}
    >
      {state === 'open' && minutes.can.settle && (
        <CommentTools>
          <Button
            size="s"
            isPending={settle.isPending}
            aria-label={`${minutesTexts.takeOver} ${object}`}
            onPress={() => settle.mutate({ params, body: { to: 'taken-over' } })}
          >
            {minutesTexts.takeOver}
          </Button>
          <Button
            size="s"
            variant="quiet"
            aria-label={`${minutesTexts.decline} ${object}`}
            onPress={() => setDeclining(true)}
          >
            {minutesTexts.decline}
          </Button>
        </CommentTools>
      )}
      {isDeclining && <DeclineDialog params={params} onClose={() => setDeclining(false)} />}
    </Comment>
  );
}

interface DeclineDialogProps {
  readonly params: { readonly id: string; readonly comment_id: string };
  readonly onClose: () => void;
}

function DeclineDialog({ params, onClose }: DeclineDialogProps) {
  const form = useContractForm({
    endpoint: settleMinutesComment,
    params,
    defaults: { to: 'declined' as const, reason: '' },
    onSaved: (answer) => {
      showMinutes(answer);
      onClose();
    },
  });
  return (
    <FormDialog title="Decline the comment" submitLabel={minutesTexts.decline} form={form} onClose={onClose}>
      <FormTextArea form={form} name="reason" label="Why" labelNote="Optional" rows={3} />
    </FormDialog>
  );
}

function CommentForm({ section }: { readonly section: MinutesSection }) {
  const form = useContractForm({
    endpoint: commentOnMinutes,
    params: { id: section.id },
    defaults: { text: '' },
    saved: 'Comment sent',
    onSaved: (answer) => {
      showMinutes(answer);
      form.reset({ text: '' });
    },
  });
  return (
    <form
      className={styles['comment-form']}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <FormTextArea
        form={form}
        name="text"
        label={`Comment on ${sectionName(section)}`}
        rows={3}
        maxLength={minutesCommentMax}
      />
      <Button type="submit" isPending={form.isSaving}>
        {minutesTexts.comment}
      </Button>
    </form>
  );
}
