/** `href` must be http, https, mailto or webcal. */
export type MailRun = Readonly<{ text: string; href?: string; weight?: 'strong'; style?: 'emphasis' }>;

/** Plain text without markup. It is escaped when it is rendered. */
export type MailText = string | readonly (string | MailRun)[];

export type MailButton = Readonly<{ label: string; href: string; tone: 'primary' | 'secondary' }>;

export type MailFact = Readonly<{ label: string; value: MailText }>;

export type MailAgendaLine = Readonly<{
  number: string;
  title: string;
  time: string | null;
  presenter: string | null;
  minutes: number | null;
}>;

export type MailBlock =
  /** Blank lines separate paragraphs, and single line breaks are preserved. */
  | Readonly<{ kind: 'paragraph'; text: MailText }>
  | Readonly<{ kind: 'heading'; text: string }>
  /** `start` is the first item's number, or null for bullets. */
  | Readonly<{ kind: 'list'; start: number | null; items: readonly MailText[] }>
  | Readonly<{ kind: 'facts'; rows: readonly MailFact[] }>
  | Readonly<{ kind: 'buttons'; label: string | null; buttons: readonly MailButton[] }>
  | Readonly<{ kind: 'agenda'; lines: readonly MailAgendaLine[] }>
  | Readonly<{ kind: 'note'; text: MailText }>
  | Readonly<{ kind: 'quote'; text: string }>;

/** Mail programs cut off messages after about 100 KB. */
export const agendaLinesMax = 40;

export function runsOf(text: MailText): readonly MailRun[] {
  if (typeof text === 'string') return [{ text }];
  return text.map((run) => (typeof run === 'string' ? { text: run } : run));
}

export const paragraph = (text: MailText): MailBlock => ({ kind: 'paragraph', text });

export const note = (text: MailText): MailBlock => ({ kind: 'note', text });

export const facts = (rows: readonly MailFact[]): MailBlock => ({ kind: 'facts', rows });

export const openButton = (label: string, href: string): MailBlock => ({
  kind: 'buttons',
  label: null,
  buttons: [{ label, href, tone: 'primary' }],
});
