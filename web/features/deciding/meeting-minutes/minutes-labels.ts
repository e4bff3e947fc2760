import type { Minutes, MinutesComment } from '#contract/meeting-minutes.ts';
import { formatHeadingDate, formatListDate, formatTime } from '#domain/dates.ts';
import type { MinutesPart, MinutesTime } from '#domain/meeting-minutes.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { counted } from '#domain/text.ts';

export const minutesTexts = {
  title: 'Minutes',
  noneText: 'Minutes start when the meeting is called to order. You can also start them here.',
  noneToRead: 'You can read them once they are circulated.',
  earlierVersions: 'Earlier versions:',
  sections: 'Sections',
  head: 'Attendance and quorum',
  withheldItem: 'Withheld item',
  write: 'Write notes',
  edit: 'Edit',
  history: 'History',
  addAction: 'Add action item',
  comment: 'Comment',
  noComments: 'No comments.',
  howToComment: 'To add a comment, choose Comment below any section of the minutes.',
  takeOver: 'Accept',
  decline: 'Decline',
  circulate: 'Circulate',
  circulateAgain: 'Circulate again',
  draftPdf: 'Draft PDF',
  word: 'Minutes (Word)',
  approvedBy: 'They are approved by',
  writtenResolution: 'a written resolution',
  signatures: 'signatures',
  lastSignature: 'The last signature approves them.',
  addAddendum: 'Add addendum',
  recordChanged: 'The meeting record has changed since the minutes were circulated.',
  changed: 'Changed since they were circulated',
  notSaved: 'Not saved. Your text is kept on this device and will be sent once the server can be reached.',
  notKept: 'Not saved yet. Keep this page open until your text is saved.',
  refused: 'Not saved. These minutes can no longer be changed. Copy what you need.',
  leftText:
    'Your latest changes arrived too late to be included in these minutes. They are stored only on this device.',
  leftUntilDecided: 'Your latest changes are kept on this device. They will be sent if the minutes are not approved.',
  leftOn: (section: string): string => `Not saved: notes on ${section}`,
  leftItem: 'an item',
  discard: 'Discard',
  notDiscarded: 'The notes could not be discarded. Try again.',
} as const;

export function timesText(
  { from, until, again = [] }: Pick<MinutesPart, 'from' | 'until' | 'again'>,
  timeZone: string,
): string {
  if (from === null) return '';
  return [{ from, until }, ...again].map((time) => timeText(time, timeZone)).join(', ');
}

const timeText = ({ from, until }: MinutesTime, timeZone: string): string =>
  until === null ? formatTime(from, timeZone) : `${formatTime(from, timeZone)} – ${formatTime(until, timeZone)}`;

export const sectionName = ({ number, title }: { readonly number: string | null; readonly title: string }): string =>
  number === null ? title : `item ${number}`;

/** Returns text such as 'item 2, Wharf Road', to be used inside a sentence. */
export const sectionPhrase = ({ number, title }: { readonly number: string | null; readonly title: string }): string =>
  number === null ? title : `item ${number}, ${title}`;

export const sectionTitle = ({ number, title }: { readonly number: string | null; readonly title: string }): string =>
  number === null ? title : `Item ${number}, ${title}`;

export const sectionLabel = (section: { readonly number: string | null; readonly title?: string }): string =>
  section.number === null ? (section.title ?? minutesTexts.withheldItem) : `Item ${section.number}`;

export function commentsText(comments: Minutes['comments'], sectionId: string): string {
  const all = (comments ?? []).filter(({ section_id: of }) => of === sectionId);
  const open = all.filter(({ state }) => state === 'open').length;
  if (open > 0) return counted(open, 'comment');
  return all.length === 0 ? '' : `${counted(all.length, 'comment')} settled`;
}

export function settledText({ state, settled_by: by, reason }: MinutesComment): string {
  const how = state === 'declined' ? 'Declined' : 'Accepted';
  const why = reason === '' ? '' : ` ${reason}`;
  return `${how}${by === null ? '' : ` by ${by}`}.${why}`;
}

export function stateText({ state, version }: Pick<Minutes, 'state' | 'version'>): string {
  if (state === 'approved') return 'Approved';
  return version === 0 ? 'Draft' : `Circulated, version ${version}`;
}

export const pdfLabel = ({ version, changed }: Pick<Minutes, 'version' | 'changed'>): string =>
  version === 0 || changed > 0 ? minutesTexts.draftPdf : `Version ${version}, PDF`;

export function versionText({ version, recipients, changes }: Minutes['versions'][number]): string {
  if (version === 1) return 'Circulated, version 1';
  const how = recipients === 0 ? 'Put to the vote' : 'Circulated again';
  const names = changes.map(sectionPhrase);
  return `${how}, version ${version}.${names.length === 0 ? '' : ` Changed: ${names.join('; ')}.`}`;
}

export function circulatedText({ versions, can }: Pick<Minutes, 'versions' | 'can'>, timeZone: string): string {
  const last = versions.at(-1);
  if (last === undefined) return 'So far, only the people who write the minutes can see them.';
  const day = formatListDate(last.at, timeZone);
  const went =
    last.recipients === 0
      ? `Version ${last.version} was put to the vote on ${day}.`
      : `Version ${last.version} was sent to ${counted(last.recipients, 'person', 'people')} on ${day}.`;
  return can.write
    ? `${went} Your edits since then are marked as changes. Readers will see them in the next version.`
    : went;
}

export function decisionText({ decision }: Pick<Minutes, 'decision'>, timeZone: string): string {
  if (decision === null) return '';
  if (decision.kind === 'signatures') {
    return decision.is_open ? minutesMessages.becomeApproved : `${minutesTexts.approvedBy} ${minutesTexts.signatures}.`;
  }
  if (decision.kind === 'written') return `${minutesTexts.approvedBy} ${minutesTexts.writtenResolution}.`;
  const { meeting } = decision;
  if (meeting === null) return 'They can be approved at the next meeting once an editor adds them to its agenda.';
  const day = meeting.start === null ? '' : `, ${formatHeadingDate(meeting.start, timeZone)}`;
  return `They are up for approval at ${meeting.title}${day}.`;
}
