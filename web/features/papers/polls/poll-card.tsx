import { CalendarClock, CircleStop, Ellipsis, LockKeyhole, Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import {
  closePoll,
  deletePoll,
  type Poll,
  respondToPoll,
  respondToPollByAnnouncementLink,
  respondToPollByMagic,
  restorePoll,
} from '#contract/polls.ts';
import { magicKind } from '#domain/magic-uid.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { pollMessages } from '#domain/messages/meetings.ts';
import { anonymousResponsesMin } from '#domain/polls.ts';
import { useCall } from '#web/api/mutations.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { DialogProps } from '#web/ui/overlays/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import styles from './poll-card.module.css';
import type { OfferedClosing } from './poll-form.ts';
import { anonymityText, hiddenResultsReason, pollKicker, pollNouns, responseCount } from './poll-labels.ts';

const PollDialog = lazyPart(() => import('./poll-dialog.tsx'), 'PollDialog');
const ClosingDialog = lazyPart(() => import('./closing-dialog.tsx'), 'ClosingDialog');

interface PollCardProps {
  readonly poll: Poll;
  readonly timeZone: string;
  readonly uid?: string | undefined;
  readonly closings?: readonly OfferedClosing[] | undefined;
}

export function PollCard({ poll, timeZone, uid, closings }: PollCardProps) {
  const titleId = useId();
  const [isChanging, setChanging] = useState(false);
  const isOpen = poll.can.answer && (!poll.has_answered || isChanging);
  const hidden = hiddenResultsReason(poll);
  const own = poll.options.filter(({ id }) => poll.own_option_ids?.includes(id));
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <p className="meta">{pollKicker(poll, timeZone)}</p>
        {uid === undefined && <PollMenu poll={poll} timeZone={timeZone} closings={closings} />}
      </div>
      <h2 className={styles.question} id={titleId}>
        {poll.question}
      </h2>
      {isOpen && <PollAnswer poll={poll} uid={uid} onDone={() => setChanging(false)} />}
      <p className={styles.done} role="status">
        {!isOpen && poll.has_answered && answeredText(poll)}
      </p>
      {!isOpen && hidden !== null && poll.own_option_ids !== null && <p>{own.map(({ text }) => text).join(', ')}</p>}
      {!isOpen && hidden !== null && !poll.has_answered && <OfferedAnswers poll={poll} />}
      {hidden === null && !isChanging && <PollResultList poll={poll} />}
      <p className="meta">{[responseCount(poll), hidden].filter((text) => text !== null).join('. ')}</p>
      {!isOpen && poll.can.answer && poll.has_answered && (
        <Cluster>
          <Button size="s" onPress={() => setChanging(true)}>
            Change answer
          </Button>
        </Cluster>
      )}
    </section>
  );
}

const answeredText = (poll: Poll): string =>
  poll.is_anonymous ? 'You have answered. Your answer is stored without your name.' : 'You have answered.';

function OfferedAnswers({ poll }: { readonly poll: Poll }) {
  return (
    <ul className={styles.offered} aria-label={`Answers: ${poll.question}`}>
      {poll.options.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
}

interface PollAnswerProps {
  readonly poll: Poll;
  readonly uid: string | undefined;
  readonly onDone: () => void;
}

function PollAnswer({ poll, uid, onDone }: PollAnswerProps) {
  const [chosen, setChosen] = useState<readonly string[]>(poll.own_option_ids ?? []);
  const [isMissing, setMissing] = useState(false);
  const { respond, isPending } = useRespond({ poll, uid, onDone });
  const choose = (ids: readonly string[]): void => {
    setChosen(ids);
    setMissing(false);
  };
  const common = {
    label: poll.question,
    labelHidden: true,
    boxed: true,
    options: poll.options.map((option) => ({ value: option.id, label: option.text })),
    errorMessage: isMissing ? validationMessages.required : undefined,
  };
  return (
    <div className={styles.answer}>
      {poll.choice === 'single' ? (
        <RadioGroup {...common} value={chosen[0] ?? null} onChange={(id) => choose([id])} />
      ) : (
        <CheckboxGroup {...common} description="Choose as many as you like." value={chosen} onChange={choose} />
      )}
      {poll.is_anonymous ? (
        <Notice icon={LockKeyhole}>
          {anonymityText(poll)} {pollMessages.anonymousResults}
        </Notice>
      ) : (
        <p className="meta">{anonymityText(poll)}</p>
      )}
      <Cluster>
        <Button
          variant="primary"
          isPending={isPending}
          onPress={() => (chosen.length === 0 ? setMissing(true) : respond(chosen))}
        >
          Vote
        </Button>
        {poll.has_answered && (
          <Button variant="quiet" onPress={onDone}>
            Keep answer
          </Button>
        )}
      </Cluster>
    </div>
  );
}

function useRespond({ poll, uid, onDone }: PollAnswerProps) {
  const own = useCall(respondToPoll, { invalidates: pollNouns, onSuccess: onDone });
  const byMeetingLink = useCall(respondToPollByMagic, { invalidates: ['magic'], onSuccess: onDone });
  const byAnnouncementLink = useCall(respondToPollByAnnouncementLink, { invalidates: ['magic'], onSuccess: onDone });
  const respond = (optionIds: readonly string[]): void => {
    const body = { option_ids: [...optionIds] };
    if (uid === undefined) own.mutate({ params: { id: poll.id }, body });
    else if (magicKind(uid) === 'announcement') byAnnouncementLink.mutate({ params: { uid, id: poll.id }, body });
    else byMeetingLink.mutate({ params: { uid, id: poll.id }, body });
  };
  return { respond, isPending: own.isPending || byMeetingLink.isPending || byAnnouncementLink.isPending };
}

export function PollResultList({ poll }: { readonly poll: Poll }) {
  const most = Math.max(poll.response_count, 1);
  return (
    <ul className={styles.results} aria-label={`Results: ${poll.question}`}>
      {poll.options.map(({ id, text, votes, voters }) => {
        const isOwn = poll.own_option_ids?.includes(id) ?? false;
        return (
          <li key={id} className={styles.result} data-own={isOwn || undefined}>
            <span>
              {text}
              {isOwn && <span className="meta"> (your answer)</span>}
            </span>
            <span className="figures">{votes ?? 0}</span>
            <ProgressBar label={`${text}, ${votes ?? 0} of ${poll.response_count}`} value={votes ?? 0} max={most} />
            {voters !== null && voters.length > 0 && <span className="meta">{voters.join(', ')}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function PollMenu({ poll, timeZone, closings }: Omit<PollCardProps, 'uid'>) {
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
        <PollDialog target={{ kind: 'poll', poll }} timeZone={timeZone} closings={closings} onClose={close} />
      )}
      {open === 'extend' && <ClosingDialog poll={poll} timeZone={timeZone} closings={closings} onClose={close} />}
      <ClosePollDialog poll={poll} isOpen={open === 'close'} onClose={close} />
    </>
  );
}

function ClosePollDialog({ poll, isOpen, onClose }: Pick<DialogProps, 'isOpen' | 'onClose'> & { readonly poll: Poll }) {
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
