import { type AgendaEntry, type AgendaPurpose, durationText, numberAgenda } from './agenda.ts';
import { type DocumentKind, isConvertible } from './documents.ts';
import { isPaperDue, type PaperState } from './paper-requests.ts';
import { counted } from './text.ts';

/** `damaged`: a PDF without readable pages. `no-text`: a scan without recognised text. */
export const paperFaults = ['damaged', 'no-text'] as const;
export type PaperFault = (typeof paperFaults)[number];

interface Paper extends DocumentKind {
  readonly id: string;
  readonly title: string;
  readonly preview: string;
  readonly page_count: number | null;
}

interface Item extends AgendaEntry {
  readonly id: string;
  readonly title: string;
  readonly purpose: AgendaPurpose | null;
  readonly documents: readonly Paper[];
}

export interface CheckLine {
  readonly kind: 'undecided' | 'awaited' | 'loose' | 'closed' | 'scans' | 'pages';
  readonly text: string;
  readonly links: readonly { readonly kind: 'item' | 'document'; readonly id: string; readonly title: string }[];
}

const linesMax = 5;
const minutesPerPage = 2;

export function publishCheck(
  meeting: { readonly agenda_items: readonly Item[]; readonly documents: readonly Paper[] },
  faults: readonly { readonly id: string; readonly fault: PaperFault }[],
  requests: readonly { readonly agenda_item_id: string; readonly title: string; readonly state: PaperState }[],
): readonly CheckLine[] {
  const papers = [...meeting.documents, ...meeting.agenda_items.flatMap((item) => item.documents)];
  const faultOf = new Map(faults.map(({ id, fault }) => [id, fault]));
  const isClosed = (paper: Paper): boolean =>
    faultOf.get(paper.id) === 'damaged' ||
    (!paper.is_link && isConvertible(paper.mime_type) && ['none', 'failed'].includes(paper.preview));
  const bare = numberAgenda(meeting.agenda_items, null).flatMap(({ item, number }) =>
    item.purpose === 'decision' && item.documents.length === 0
      ? [{ kind: 'item' as const, id: item.id, title: `${number} ${item.title}` }]
      : [],
  );
  const lines: readonly CheckLine[] = [
    { kind: 'undecided', text: `${counted(bare.length, 'item')} for decision without a paper`, links: bare },
    awaitedLine(requests.filter(({ state }) => isPaperDue(state) || state === 'declined')),
    paperLine('closed', 'that members cannot open here', papers.filter(isClosed)),
    paperLine(
      'scans',
      'without readable text',
      papers.filter(({ id }) => faultOf.get(id) === 'no-text'),
    ),
    paperLine('loose', 'not under an item', meeting.agenda_items.length === 0 ? [] : meeting.documents),
    pagesLine(papers),
  ];
  return lines.filter(({ links }) => links.length > 0).slice(0, linesMax);
}

const linkTo = ({ id, title }: Paper) => ({ kind: 'document' as const, id, title });

const paperLine = (kind: CheckLine['kind'], text: string, papers: readonly Paper[]): CheckLine => ({
  kind,
  text: `${counted(papers.length, 'paper')} ${text}`,
  links: papers.map(linkTo),
});

const awaitedLine = (requests: readonly { readonly agenda_item_id: string; readonly title: string }[]): CheckLine => ({
  kind: 'awaited',
  text: `${counted(requests.length, 'paper')} requested but not received`,
  links: requests.map(({ agenda_item_id: id, title }) => ({ kind: 'item', id, title })),
});

function pagesLine(papers: readonly Paper[]): CheckLine {
  const byLength = papers.toSorted((one, other) => (other.page_count ?? 0) - (one.page_count ?? 0));
  const pages = papers.reduce((sum, paper) => sum + (paper.page_count ?? 0), 0);
  const inPapers = counted(papers.length, 'paper');
  const reading = `${counted(pages, 'page')} in ${inPapers}, about ${durationText(pages * minutesPerPage)} of reading`;
  return {
    kind: 'pages',
    text: pages === 0 ? inPapers : `${reading}. The longest`,
    links: pages === 0 ? papers.map(linkTo) : byLength.slice(0, 1).map(linkTo),
  };
}
