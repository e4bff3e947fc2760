import { counted } from '#domain/text.ts';

interface Reached {
  readonly replied: number;
  readonly recipients: number;
}

interface Reset extends Reached {
  readonly marked: number;
  readonly areApologies: boolean;
}

const messages = (recipients: number): string => `${counted(recipients, 'member')} will get a message`;

export function resetRepliesText({ replied, marked, areApologies, recipients }: Reset): string {
  const ask = `${messages(recipients)} asking for a new reply.`;
  const marks = areApologies ? counted(marked, 'apology', 'apologies') : counted(marked, 'attendance mark');
  const reset = [...(replied === 0 ? [] : [counted(replied, 'reply', 'replies')]), ...(marked === 0 ? [] : [marks])];
  if (reset.length === 0) return `Nobody has replied yet. ${ask}`;
  return `${reset.join(' and ')} will be reset, and ${ask}`;
}

export const repliesStayText = ({ recipients }: Pick<Reached, 'recipients'>): string =>
  `Replies will be kept. ${messages(recipients)} with the new end time.`;

export const publishedText = (findsDate: boolean): string =>
  findsDate
    ? 'Everybody will get a message asking which dates suit them.'
    : 'Meeting published. Invitations are being sent.';

export function cancelText(recipients: number, findsDate = false): string {
  if (findsDate)
    return `The search for a date will end. The meeting’s page will remain available, marked as cancelled. ${messages(recipients)}.`;
  return `The meeting’s page will remain available with its agenda and documents, marked as cancelled. ${messages(recipients)} that cancels the calendar entry.`;
}

export function restoreText(recipients: number, findsDate = false): string {
  if (findsDate)
    return `Members will again be able to say which dates suit them, and their earlier answers will still count. ${messages(recipients)}.`;
  return `The meeting will take place as planned, and replies will still count. ${messages(recipients)}.`;
}

export function remindText(silent: number, findsDate = false): string {
  const done = findsDate ? 'replied to all the proposed dates' : 'replied';
  return silent === 1
    ? `1 member has not ${done} and will get one message.`
    : `${silent} members have not ${done} and will each get one message.`;
}

export function changesText(changes: number, recipients: number): string {
  return `${counted(changes, 'change')} since members were last notified. ${messages(recipients)} that lists ${changes === 1 ? 'the change' : 'the changes'}.`;
}
