import { useQuery } from '@tanstack/react-query';
import {
  commentOnDraft,
  type DraftComment,
  type DraftShowing,
  settleDraftComment,
  showDraft,
} from '#contract/draft-showing.ts';
import { listPublishAudience } from '#contract/meetings.ts';
import { minutesCommentMax } from '#domain/meeting-minutes.ts';
import { queryFor } from '#web/api/queries.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { FormField, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface ShowDraftDialogProps {
  readonly meetingId: string;
  readonly shownTo: NonNullable<DraftShowing['shown_to']>;
  readonly onClose: () => void;
}

export function ShowDraftDialog({ meetingId, shownTo, onClose }: ShowDraftDialogProps) {
  const { data } = useQuery(queryFor(listPublishAudience, { params: { id: meetingId } }));
  const chosen = shownTo.map(({ member_id: value, name: label }) => ({ value, label }));
  const others = data?.recipients.map(({ member_id: value, name: label }) => ({ value, label })) ?? [];
  const form = useContractForm({
    endpoint: showDraft,
    params: { id: meetingId },
    defaults: { member_ids: chosen.map(({ value }) => value) },
    invalidates: ['meetings'],
    saved: (_answer, { member_ids: ids }) => (ids.length === 0 ? 'Only editors can see the draft now' : 'Draft shown'),
    onSaved: onClose,
  });
  return (
    <FormDialog title="Show draft to…" submitLabel="Save" form={form} onClose={onClose}>
      <p className="meta">
        They can read the agenda and papers, and comment on items. Each of them will get an email now, then at most one
        a day when there is something new. Once the draft is published or deleted, it will no longer be shared and all
        comments will be deleted.
      </p>
      <FormField form={form} name="member_ids">
        {(field) => (
          <TokenField
            label="Members"
            description="Only members of the audience can be chosen."
            options={[...chosen, ...others.filter(({ value }) => !chosen.some((each) => each.value === value))]}
            {...field}
          />
        )}
      </FormField>
    </FormDialog>
  );
}

interface CommentDialogProps {
  readonly item: { readonly id: string; readonly number: string };
  readonly onClose: () => void;
}

export function CommentDialog({ item, onClose }: CommentDialogProps) {
  const form = useContractForm({
    endpoint: commentOnDraft,
    params: { id: item.id },
    defaults: { text: '' },
    invalidates: ['meetings'],
    saved: 'Comment sent',
    onSaved: onClose,
  });
  return (
    <FormDialog title={`Comment on item ${item.number}`} submitLabel="Send" form={form} onClose={onClose}>
      <FormTextArea form={form} name="text" label="Comment" rows={4} maxLength={minutesCommentMax} />
    </FormDialog>
  );
}

export function AnswerDialog({ comment, onClose }: { readonly comment: DraftComment; readonly onClose: () => void }) {
  const form = useContractForm({
    endpoint: settleDraftComment,
    params: { id: comment.id },
    defaults: { answer: comment.answer, is_resolved: false },
    invalidates: ['meetings'],
    saved: 'Answer sent',
    onSaved: onClose,
  });
  return (
    <FormDialog title="Answer the comment" submitLabel="Answer" form={form} onClose={onClose}>
      <p className="meta">{comment.text}</p>
      <FormTextArea form={form} name="answer" label="Answer" rows={4} maxLength={minutesCommentMax} />
    </FormDialog>
  );
}
