import { Check, CircleDashed, Ellipsis, RotateCcw, X } from 'lucide-react';
import { MenuTrigger } from 'react-aria-components';
import { answerDatesFor } from '#contract/date-finding.ts';
import type { DateRow, DateSearch } from '#contract/date-options.ts';
import { type DateAnswer, dateAnswerLabels, dateAnswers } from '#domain/date-finding.ts';
import { rsvpMessages } from '#domain/messages/meetings.ts';
import { useCall } from '#web/api/mutations.ts';
import { dateOptionLabels } from '#web/features/homes/meetings/meeting-labels.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Tilde } from '#web/ui/brand/tilde.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuSection } from '#web/ui/overlays/menu.tsx';
import { TableWrap } from '#web/ui/rows/table.tsx';
import styles from './date-search.module.css';

interface DateGridProps {
  readonly search: DateSearch & { readonly rows: readonly DateRow[] };
  readonly timeZone: string;
  /** Is null if the reader is not allowed to answer for others. */
  readonly meetingId: string | null;
}

export function DateGrid({ search, timeZone, meetingId }: DateGridProps) {
  const { options, rows } = search;
  return (
    <>
      <TableWrap label="Everybody’s answers">
        <table className={styles.dates}>
          <DateHeadings options={options} timeZone={timeZone} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.member_id}>
                <th scope="row">
                  <span className={styles.name}>
                    {row.name}
                    {row.is_pending && <span className="meta"> Invited</span>}
                    {meetingId !== null && (row.is_pending || row.answers.some((answer) => answer !== null)) && (
                      <AnswersMenu meetingId={meetingId} row={row} search={search} timeZone={timeZone} />
                    )}
                  </span>
                </th>
                {options.map((option, nth) => (
                  <td key={option.id} data-best={option.is_best || undefined}>
                    <AnswerMark answer={row.answers[nth] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals.map(([answer, count]) => (
              <tr key={answer}>
                <th scope="row">{dateAnswerLabels[answer]}</th>
                {options.map((option) => (
                  <td key={option.id} data-best={option.is_best || undefined}>
                    {option[count]}
                  </td>
                ))}
              </tr>
            ))}
          </tfoot>
        </table>
      </TableWrap>
      {/* Hidden from assistive technology, because each icon has its own text. */}
      <p className={styles.legend} aria-hidden="true">
        {[...dateAnswers, null].map((answer) => (
          <span key={answer}>
            <AnswerMark answer={answer} />
            {answer === null ? rsvpMessages.noReply : dateAnswerLabels[answer]}
          </span>
        ))}
      </p>
    </>
  );
}

const totals = [
  ['yes', 'yes'],
  ['if-need-be', 'if_need_be'],
] as const;

function DateHeadings({ options, timeZone }: Pick<DateSearch, 'options'> & { readonly timeZone: string }) {
  return (
    <thead>
      <tr>
        <th>
          <span className="visually-hidden">Member</span>
        </th>
        {options.map((option) => {
          const words = dateOptionLabels(option, timeZone);
          return (
            <th key={option.id} scope="col" data-best={option.is_best || undefined}>
              <span className={styles.day}>{words.day}</span>
              <span className={styles.time}>{words.time}</span>
              {option.is_best && <span className={styles.best}>Best so far</span>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const marks: Readonly<Record<DateAnswer, IconType>> = { yes: Check, 'if-need-be': Tilde, no: X };

function AnswerMark({ answer }: { readonly answer: DateAnswer | null }) {
  const label = answer === null ? rsvpMessages.noReply : dateAnswerLabels[answer];
  return (
    <span className={styles.answer} data-answer={answer ?? 'none'} title={label}>
      <Icon of={answer === null ? CircleDashed : marks[answer]} />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

interface AnswersMenuProps {
  readonly meetingId: string;
  readonly row: DateRow;
  readonly search: DateSearch;
  readonly timeZone: string;
}

function AnswersMenu({ meetingId, row, search, timeZone }: AnswersMenuProps) {
  const send = useCall(answerDatesFor, { invalidates: ['meetings', 'timeline'] });
  const give = (answers: readonly { readonly option_id: string; readonly answer: DateAnswer | null }[]): void =>
    send.mutate({ params: { id: meetingId, member_id: row.member_id }, body: { answers: [...answers] } });
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} size="xs" aria-label={`Answers from ${row.name}`} />
      <Menu aria-label={`Answers from ${row.name}`} wide>
        {row.is_pending &&
          search.options.map((option, nth) => (
            <MenuSection
              key={option.id}
              title={dateOptionLabels(option, timeZone).whole}
              selectionMode="single"
              selectedKeys={[`${option.id} ${row.answers[nth] ?? 'none'}`]}
            >
              {dateAnswers.map((answer) => (
                <MenuItem
                  key={answer}
                  id={`${option.id} ${answer}`}
                  label={dateAnswerLabels[answer]}
                  onAction={() => give([{ option_id: option.id, answer }])}
                />
              ))}
            </MenuSection>
          ))}
        {row.answers.some((answer) => answer !== null) && (
          <MenuItem
            icon={RotateCcw}
            label="Reset to No Reply"
            onAction={() => give(search.options.map((option) => ({ option_id: option.id, answer: null })))}
          />
        )}
      </Menu>
    </MenuTrigger>
  );
}
