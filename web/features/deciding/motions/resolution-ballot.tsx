import { clsx } from 'clsx';
import { Check, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { answerResolution, getResolution, type WrittenResolution } from '#contract/resolutions.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { type BallotChoice, ballotChoices, reasonMax } from '#domain/motions.ts';
import { deadlineText } from '#domain/resolutions.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { BallotChoices, BallotNote } from './ballot-parts.tsx';
import { choiceLabels } from './motion-labels.ts';
import motionStyles from './motions.module.css';
import styles from './resolutions.module.css';

interface Typed {
  readonly round: number;
  readonly choice: BallotChoice | null;
  readonly reason: string;
}

interface ResolutionBallotProps {
  readonly resolution: WrittenResolution;
  /** Called with the error message if the server rejects the ballot, or with null if the server accepts it. */
  readonly onRefused: (text: string | null) => void;
}

export function ResolutionBallot({ resolution, onRefused }: ResolutionBallotProps) {
  const timeZone = useTimeZone();
  const { id, title, own, round, ends_at: ends } = resolution;
  const [typed, type] = useState<Typed | null>(null);
  // Hides a choice from an earlier round, because the reader must choose again.
  const shown = typed?.round === round ? typed : own;
  const { choice: chosen, reason } = shown;
  const send = useCall(answerResolution, {
    quiet: true,
    invalidates: ['resolutions', 'waiting', 'timeline'],
    onSuccess: (answer) => {
      queryClient.setQueryData(queryFor(getResolution, { params: { id } }).queryKey, answer);
      type(null);
      onRefused(null);
    },
    onError: (failure) => {
      if (failure.status !== 'network' && failure.status !== 'cancelled') onRefused(failure.message);
    },
  });
  useUnsavedChanges(chosen !== own.choice || reason !== own.reason);
  const isIn = shown === own && own.choice !== null;
  return (
    <section
      data-ui="ballot"
      className={styles.ballot}
      aria-label="Your ballot"
      data-typed={shown === typed ? true : undefined}
    >
      <div>
        <p className={styles.kicker}>{ends !== null && `Until ${deadlineText(ends, timeZone)}`}</p>
        <h2 className={clsx(styles.question, styles.beside)}>Your ballot</h2>
        <h2 className={clsx(styles.question, styles['at-edge'])}>{title}</h2>
      </div>
      <BallotChoices
        className={clsx(motionStyles['ballot-choices'], styles.choices)}
        data-proposed={chosen === own.choice ? undefined : true}
        choices={ballotChoices}
        labels={choiceLabels}
        value={chosen}
        isSending={send.isPending}
        onChange={(choice) => type({ round, choice, reason })}
      />
      <div className={styles.sending}>
        <TextArea
          label="Reason"
          labelNote="optional, shown with your ballot"
          rows={2}
          maxLength={reasonMax}
          value={reason}
          onChange={(words) => type({ round, choice: chosen, reason: words })}
        />
        <Button
          variant="primary"
          block
          isDisabled={chosen === null}
          isPending={send.isPending}
          onPress={() => chosen !== null && send.mutate({ params: { id }, body: { choice: chosen, reason } })}
        >
          {chosen === null ? 'Send ballot' : `Send ballot: ${choiceLabels[chosen]}`}
        </Button>
      </div>
      {send.isError && send.error.status !== 'cancelled' && (
        <BallotNote
          icon={CircleAlert}
          text={send.error.status === 'network' ? motionMessages.notReceived : send.error.message}
        />
      )}
      {own.is_outdated && <BallotNote icon={CircleAlert} text={resolutionMessages.outdated} />}
      {isIn && <BallotNote icon={Check} text={motionMessages.ballotIn} />}
      <p className={styles.note}>You can change it until the resolution is decided. You will get a receipt by email.</p>
    </section>
  );
}
