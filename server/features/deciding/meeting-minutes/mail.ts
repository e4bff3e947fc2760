import { formatHeadingDate, formatHeadingDay } from '#domain/dates.ts';
import { minutesLabels } from '#domain/messages/meeting-minutes.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { type Notice, noticeMail, type WordingOf } from '#server/features/deciding/deciding/notice-mail.ts';
import type { MailFact } from '#server/integrations/mail/blocks.ts';
import { minutesApprovedMail } from './approval/commands.ts';
import { findMinutesMail } from './approval/queries.ts';
import { minutesAddendumMail, minutesCirculatedMail, minutesCommentsMail } from './commands.ts';
import { notesNoticeMail } from './destruction/commands.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findMinutesMail>>>;

/** The mail quotes nothing from the minutes, because only signed-in members may read them. */
const minutesMail = (kind: string, wordingOf: WordingOf<Found, Omit<Notice, 'path'>>): MailKind =>
  noticeMail({
    kind,
    choice: 'minutes',
    find: findMinutesMail,
    noticeOf(found, scope, job) {
      const wording = wordingOf(found, scope, job);
      return wording && { path: `meetings/${found.meeting_id}/minutes`, ...wording };
    },
  });

const untilFact = ({ board }: BoardJobScope, { comments_until: until }: Found): readonly MailFact[] =>
  until === null ? [] : [{ label: minutesLabels.commentsUntil, value: formatHeadingDay(until, board.dates) }];

const circulated = minutesMail(minutesCirculatedMail, (found, scope) => {
  if (found.state !== 'circulated') return null;
  const isFirst = found.version === 1;
  return {
    subject: isFirst ? `Minutes of ${found.title}` : `Minutes of ${found.title}, version ${found.version}`,
    text: isFirst
      ? `The minutes of ${found.title} are ready to read.`
      : `The minutes of ${found.title} were circulated again, with changes.`,
    facts: untilFact(scope, found),
    button: found.comments_until === null ? 'Read the minutes' : 'Read and comment',
  };
});

const commentsEnd = minutesMail(minutesCommentsMail, (found, scope) => {
  if (found.state !== 'circulated' || found.comments_until === null) return null;
  return {
    subject: `Last chance to comment on the minutes of ${found.title}`,
    text: `You can comment on the minutes of ${found.title} until the end of tomorrow.`,
    facts: untilFact(scope, found),
    button: 'Read and comment',
  };
});

const approved = minutesMail(minutesApprovedMail, (found) =>
  found.state === 'approved'
    ? {
        subject: `Minutes of ${found.title} approved`,
        text: `The minutes of ${found.title} are approved and can no longer be changed.`,
        button: 'Open the minutes',
      }
    : null,
);

const addendum = minutesMail(minutesAddendumMail, (found) =>
  found.addenda === 0
    ? null
    : {
        subject: `Addendum to the minutes of ${found.title}`,
        text: `An addendum was added to the approved minutes of ${found.title}.`,
        button: 'Open the minutes',
      },
);

/** The mail names no papers, because some may be withheld from the recipient. */
const marksEnd = noticeMail({
  kind: notesNoticeMail,
  choice: 'required',
  find: findMinutesMail,
  noticeOf({ title, marks_end_at: at, meeting_id: id }, scope) {
    if (at === null || at <= scope.now) return null;
    return {
      subject: `Marks on papers for ${title} will be destroyed`,
      text: `Your marks on the papers for ${title} will be destroyed on ${formatHeadingDate(at, scope.board.dates)}, along with drafts of the minutes and comments on them. To keep a copy, open each paper and download it with your marks before that day.`,
      button: 'Open the meeting',
      path: `meetings/${id}`,
    };
  },
});

export const minutesMailKinds: readonly MailKind[] = [circulated, commentsEnd, approved, addendum, marksEnd];
