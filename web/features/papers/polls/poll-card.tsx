import { LockKeyhole } from 'lucide-react';
import { useId, useState } from 'react';
import { type Poll, respondToPoll, respondToPollByAnnouncementLink, respondToPollByMagic } from '#contract/polls.ts';
import { magicKind } from '#domain/magic-uid.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { pollMessages } from '#domain/messages/meetings.ts';
import { useCall } from '#web/api/mutations.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import styles from './poll-card.module.css';
import type { OfferedClosing } from './poll-form.ts';
import { anonymityText, hiddenResultsReason, pollKicker, pollNouns, responseCount } from './poll-labels.ts';
import { PollMenu } from './poll-menu.tsx';

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
      {!isOpen && hidden !== null && poll.own_option_ids !== null && <OwnChoices poll={poll} />}
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

function OwnChoices({ poll }: { readonly poll: Poll }) {
  const chosen = poll.options.filter((option) => poll.own_option_ids?.includes(option.id));
  return <p>{chosen.map((option) => option.text).join(', ')}</p>;
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
