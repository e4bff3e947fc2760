import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { answerDates, answerDatesByMagic, pickDate } from '#contract/date-finding.ts';
import type { DateOption, DateSearch } from '#contract/date-options.ts';
import { type DateAnswer, dateAnswerLabels, dateAnswers } from '#domain/date-finding.ts';
import { call } from '#web/api/call.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { answeredText, answerTotalsText, dateOptionLabels } from '#web/features/homes/meetings/meeting-labels.ts';
import type { ReplyTarget } from '#web/features/homes/meetings/rsvp/use-reply.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { DateGrid } from './date-grid.tsx';
import styles from './date-search.module.css';

interface DateSearchSectionProps {
  readonly search: DateSearch;
  readonly answerer: ReplyTarget;
  readonly timeZone: string;
  readonly firstName?: string | undefined;
  readonly canAnswerFor?: boolean | undefined;
}

const answerOptions = dateAnswers.map((value) => ({ value, label: dateAnswerLabels[value] }));

export function DateSearchSection(props: DateSearchSectionProps) {
  const { search, answerer, timeZone, firstName, canAnswerFor = false } = props;
  const { given, answer, isSaved } = useDateAnswers(answerer);
  const [picking, setPicking] = useState<DateOption | null>(null);
  const asked =
    firstName === undefined || firstName === '' ? 'When can you attend?' : `${firstName}, when can you attend?`;
  return (
    <Section id="dates" title={search.can.answer ? asked : 'Proposed dates'} aside={answeredText(search)}>
      <ol className={styles.options}>
        {search.options.map((option) => (
          <OptionRow
            key={option.id}
            option={option}
            timeZone={timeZone}
            own={given.get(option.id) ?? option.own_answer}
            onAnswer={search.can.answer ? (value) => answer(option.id, value) : undefined}
            onPick={search.can.pick ? () => setPicking(option) : undefined}
          />
        ))}
      </ol>
      <p className={styles.saved} role="status">
        {isSaved ? 'Your answers are saved. You can change them until a date is picked.' : ''}
      </p>
      {search.rows !== null && search.rows.length > 0 && (
        <DateGrid
          search={{ ...search, rows: search.rows }}
          timeZone={timeZone}
          meetingId={answerer.kind === 'member' && canAnswerFor ? answerer.meetingId : null}
        />
      )}
      {answerer.kind === 'member' && (
        <PickDateDialog
          meetingId={answerer.meetingId}
          option={picking}
          timeZone={timeZone}
          onClose={() => setPicking(null)}
        />
      )}
    </Section>
  );
}

interface OptionRowProps {
  readonly option: DateOption;
  readonly timeZone: string;
  readonly own: DateAnswer | null;
  readonly onAnswer: ((answer: DateAnswer) => void) | undefined;
  readonly onPick: (() => void) | undefined;
}

function OptionRow({ option, timeZone, own, onAnswer, onPick }: OptionRowProps) {
  const id = useId();
  const words = dateOptionLabels(option, timeZone);
  return (
    <li className={styles.option} data-best={option.is_best || undefined}>
      <div className={styles.when}>
        <time id={id} dateTime={option.start} className={styles['option-day']}>
          {words.date}
        </time>
        <p className="meta">
          {words.times}
          {' · '}
          {answerTotalsText(option)}
        </p>
        {option.is_best && (
          <Badge tone="board" icon={CircleCheck}>
            Best so far
          </Badge>
        )}
      </div>
      {onAnswer !== undefined && (
        <Segmented label={`Your answer for ${words.whole}`} options={answerOptions} value={own} onChange={onAnswer} />
      )}
      {onPick !== undefined && (
        <Button size="s" aria-label={`Pick ${words.whole}`} onPress={onPick}>
          Pick
        </Button>
      )}
    </li>
  );
}

export function useDateAnswers(answerer: ReplyTarget) {
  const client = useQueryClient();
  const [given, setGiven] = useState<ReadonlyMap<string, DateAnswer>>(new Map());
  const key = ['dates', answerer.kind === 'member' ? answerer.meetingId : answerer.uid];
  const sending = useMutation({
    mutationKey: key,
    scope: { id: key.join(' ') },
    mutationFn: async ([optionId, answer]: readonly [string, DateAnswer]) => {
      const body = { answers: [{ option_id: optionId, answer }] };
      if (answerer.kind === 'member') await call(answerDates, { params: { id: answerer.meetingId }, body });
      else await call(answerDatesByMagic, { params: { uid: answerer.uid }, body });
    },
    onSettled: async () => {
      // While a later answer is being saved, the server still returns the earlier one.
      const isFollowed = () => client.isMutating({ mutationKey: key }) > 1;
      if (isFollowed()) return;
      await invalidateNouns(client, ['meetings', 'timeline', 'waiting', 'magic']);
      // Another answer may have been given during the fetch.
      if (!isFollowed()) setGiven(new Map());
    },
  });
  const answer = (optionId: string, value: DateAnswer): void => {
    setGiven((before) => new Map([...before, [optionId, value]]));
    sending.mutate([optionId, value]);
  };
  return { given, answer, isSaved: sending.isSuccess };
}

interface PickDateDialogProps {
  readonly meetingId: string;
  /** Is null while the dialog is closed. */
  readonly option: DateOption | null;
  readonly timeZone: string;
  readonly onClose: () => void;
}

export function PickDateDialog({ meetingId, option, timeZone, onClose }: PickDateDialogProps) {
  return (
    <ConfirmCall
      endpoint={pickDate}
      input={{ params: { id: meetingId, option_id: option?.id ?? '' }, body: {} }}
      invalidates={['meetings', 'timeline']}
      done="Meeting scheduled. Messages are being sent."
      isOpen={option !== null}
      onClose={onClose}
      title="Pick this date?"
      confirmLabel="Pick this date"
    >
      {option !== null && (
        <>
          <p>
            <strong>{dateOptionLabels(option, timeZone).whole}</strong>
            <br />
            <span className="meta">{answerTotalsText(option)}</span>
          </p>
          <p>
            The meeting will be scheduled. Everybody will get a message with the date for their calendar and be asked to
            reply, because an answer about dates is not a reply to the invitation.
          </p>
        </>
      )}
    </ConfirmCall>
  );
}
