import { CalendarClock, CircleStop, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { closePoll, deletePoll, type Poll, restorePoll } from '#contract/polls.ts';
import { pollMessages } from '#domain/messages/meetings.ts';
import { anonymousResponsesMin } from '#domain/polls.ts';
import { useCall } from '#web/api/mutations.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import type { OfferedClosing } from './poll-form.ts';
import { pollNouns } from './poll-labels.ts';

const PollDialog = lazyPart(() => import('./poll-dialog.tsx'), 'PollDialog');
const ClosingDialog = lazyPart(() => import('./closing-dialog.tsx'), 'ClosingDialog');

interface PollMenuProps {
  readonly poll: Poll;
  readonly timeZone: string;
  readonly closings: readonly OfferedClosing[] | undefined;
}

export function PollMenu({ poll, timeZone, closings }: PollMenuProps) {
  const { can, id } = poll;
  const [open, setOpen] = useState<'edit' | 'extend' | 'close' | null>(null);
  const restore = useCall(restorePoll, { invalidates: pollNouns, onSuccess: () => void showToast('Poll restored') });
  const remove = useCall(deletePoll, {
    invalidates: pollNouns,
    onSuccess: () => {
      const undo = { label: 'Undo', onAction: () => restore.mutate({ params: { id }, body: {} }) };
      showToast('Poll deleted', { action: undo });
    },
  });
  if (!can.delete) return null;
  const noEdit = can.edit ? {} : { disabledReason: pollMessages.answered };
  const noExtend = can.extend ? {} : { disabledReason: pollMessages.staysClosed };
  const close = (): void => setOpen(null);
  return (
    <>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" aria-label={`Actions for the poll ${poll.question}`} />
        <Menu aria-label="Poll actions" wide>
          <MenuItem icon={Pencil} label="Edit" {...noEdit} onAction={() => setOpen('edit')} />
          <MenuItem
            icon={CalendarClock}
            label={poll.is_closed ? 'Reopen' : 'Change closing time'}
            {...noExtend}
            onAction={() => setOpen('extend')}
          />
          {can.close && <MenuItem icon={CircleStop} label="Close now" onAction={() => setOpen('close')} />}
          <MenuSeparator />
          <MenuItem icon={Trash2} label="Delete poll" danger onAction={() => remove.mutate({ params: { id } })} />
        </Menu>
      </MenuTrigger>
      {open === 'edit' && (
        <PollDialog isOpen target={{ kind: 'poll', poll }} timeZone={timeZone} closings={closings} onClose={close} />
      )}
      {open === 'extend' && (
        <ClosingDialog isOpen poll={poll} timeZone={timeZone} closings={closings} onClose={close} />
      )}
      <ClosePollDialog poll={poll} isOpen={open === 'close'} onClose={close} />
    </>
  );
}

interface ClosePollDialogProps {
  readonly poll: Poll;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ClosePollDialog({ poll, isOpen, onClose }: ClosePollDialogProps) {
  return (
    <ConfirmCall
      endpoint={closePoll}
      input={{ params: { id: poll.id }, body: {} }}
      invalidates={pollNouns}
      isOpen={isOpen}
      onClose={onClose}
      title="Close this poll?"
      confirmLabel="Close poll"
    >
      <p>
        Nobody will be able to answer any more,{' '}
        {poll.is_anonymous && poll.response_count < anonymousResponsesMin
          ? `and there will be no results to see. ${pollMessages.tooFewAnswers}`
          : 'and everybody will see the results.'}{' '}
        {poll.is_anonymous
          ? 'An anonymous poll cannot be reopened, because a single new answer could reveal who gave it.'
          : 'You can reopen it.'}
      </p>
    </ConfirmCall>
  );
}
