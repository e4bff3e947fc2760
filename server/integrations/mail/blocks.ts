/** `href` may be http, https, mailto or webcal. */
export type MailRun = Readonly<{ text: string; href?: string; weight?: 'strong'; style?: 'emphasis' }>;

/** Never contains markup, because everything is escaped. */
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
  /** Blank lines separate paragraphs; single line ends are preserved. */
  | Readonly<{ kind: 'paragraph'; text: MailText }>
  | Readonly<{ kind: 'heading'; text: string }>
  /** `start` is the number of the first item, or null for bullets. */
  | Readonly<{ kind: 'list'; start: number | null; items: readonly MailText[] }>
  | Readonly<{ kind: 'facts'; rows: readonly MailFact[] }>
  | Readonly<{ kind: 'buttons'; label: string | null; buttons: readonly MailButton[] }>
  | Readonly<{ kind: 'agenda'; lines: readonly MailAgendaLine[] }>
  | Readonly<{ kind: 'note'; text: MailText }>
  | Readonly<{ kind: 'quote'; text: string; author: string | null }>
  | Readonly<{ kind: 'divider' }>;

/** Mail programs cut messages off at about 100 KB. */
export const agendaLinesMax = 40;

export function runsOf(text: MailText): readonly MailRun[] {
  if (typeof text === 'string') return [{ text }];
  return text.map((run) => (typeof run === 'string' ? { text: run } : run));
}
