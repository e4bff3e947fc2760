/** A stretch of text; `href` (http, https, mailto, webcal) makes it a link. */
export type MailRun = Readonly<{ text: string; href?: string; weight?: 'strong'; style?: 'emphasis' }>;

/** Plain text, or stretches of it. Never markup: everything is escaped. */
export type MailText = string | readonly (string | MailRun)[];

export type MailButton = Readonly<{ label: string; href: string; tone: 'primary' | 'secondary' }>;

/** What stands in the right column of a facts row. */
export type MailFact = Readonly<{ label: string; value: MailText }>;

export type MailAgendaLine = Readonly<{
  /** As the agenda numbers it, for example `2.1`. */
  number: string;
  title: string;
  /** Clock time as shown, for example `9:35 AM`. */
  time: string | null;
  presenter: string | null;
  /** Planned length. */
  minutes: number | null;
}>;

/**
 * What a mail is made of. Features (server/features/<noun>/mail.ts) say what, this folder says how it looks, in HTML and
 * in plain text alike.
 */
export type MailBlock =
  /** Blank lines separate paragraphs, single line ends are kept. */
  | Readonly<{ kind: 'paragraph'; text: MailText }>
  | Readonly<{ kind: 'heading'; text: string }>
  | Readonly<{ kind: 'list'; order: 'bulleted' | 'numbered'; items: readonly MailText[] }>
  /** Rows such as date, place and join link. */
  | Readonly<{ kind: 'facts'; rows: readonly MailFact[] }>
  /** Side by side, stacked on a phone. `label` asks the question that the buttons answer. */
  | Readonly<{ kind: 'buttons'; label: string | null; buttons: readonly MailButton[] }>
  | Readonly<{ kind: 'agenda'; lines: readonly MailAgendaLine[] }>
  /** An aside in a quiet box, for example that a link is the reader's alone. */
  | Readonly<{ kind: 'note'; text: MailText }>
  | Readonly<{ kind: 'quote'; text: string; author: string | null }>
  | Readonly<{ kind: 'divider' }>;

/** More lines than this are counted, not listed: mail programs cut a message at about 100 KB. */
export const agendaLinesMax = 40;

/** Runs of a text, whichever way it was written. */
export function runsOf(text: MailText): readonly MailRun[] {
  if (typeof text === 'string') return [{ text }];
  return text.map((run) => (typeof run === 'string' ? { text: run } : run));
}
