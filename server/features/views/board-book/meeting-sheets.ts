import { meetingSheetLabels as labels } from '#domain/board-book.ts';
import { knownName, sortPeople } from '#domain/identity.ts';
import { attendanceLabel } from '#domain/rsvp.ts';
import { isolated } from '#domain/text.ts';
import type { Reader } from '#server/db/board-scope.ts';
import type { InviteeOfList, MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import type { PlannedSection, RecordPlan } from '#server/integrations/pdf/typst/plan.ts';
import type { BookContents } from './present.ts';

type Contents = Pick<BookContents, 'frame' | 'papers'>;

const sheetOf = (meeting: MeetingRow, { frame }: Pick<Contents, 'frame'>) => ({
  board: frame.board,
  colour: frame.colour,
  paper: frame.paper,
  logo: frame.logo,
  title: meeting.title,
  lede: frame.facts.map(isolated).join(', '),
  mark: '',
  facts: [],
  signatures: [],
  at: meeting.updated_at.toISOString(),
});

export function agendaPlan(meeting: MeetingRow, { frame, papers }: Contents): RecordPlan {
  const titlesOf = (item: number): readonly string[] => {
    const next = frame.entries.findIndex((entry, nth) => nth > item && entry.kind === 'item');
    const own = frame.entries.slice(item + 1, next === -1 ? undefined : next);
    return own.flatMap((entry) => (entry.kind === 'paper' ? [papers[entry.paper]?.document.title ?? ''] : []));
  };
  const sections = frame.entries.flatMap((entry, nth): readonly PlannedSection[] => {
    if (entry.kind === 'paper') return [];
    const { about, text, ...item } = entry;
    const items = titlesOf(nth);
    return [
      {
        ...item,
        parts: [
          ...(about === '' ? [] : [{ kind: 'aside', words: about } as const]),
          ...(text === '' ? [] : [{ kind: 'line', words: text } as const]),
          ...(items.length === 0 ? [] : [{ kind: 'list', items } as const]),
        ],
      },
    ];
  });
  return { ...sheetOf(meeting, { frame }), sections, closing: sections.length === 0 ? [labels.noAgenda] : [] };
}

interface Expected {
  readonly invitees: readonly InviteeOfList[];
  readonly guests: readonly { readonly name: string; readonly role: string }[];
}

export function attendancePlan(
  reader: Reader,
  meeting: MeetingRow,
  { frame, invitees, guests }: Expected & Pick<Contents, 'frame'>,
): RecordPlan {
  const isBefore = meeting.starts_at === null || reader.now < meeting.starts_at;
  const section = (title: string, rows: readonly (readonly string[])[]): readonly PlannedSection[] =>
    rows.length === 0
      ? []
      : [
          {
            kind: 'item',
            depth: 0,
            number: '',
            title,
            time: '',
            parts: [{ kind: 'table', head: labels.columns, widths: [5, 3, 5], padding: 11, rows }],
          },
        ];
  return {
    ...sheetOf(meeting, { frame }),
    title: labels.titleOf(meeting.title),
    sections: [
      ...section(
        labels.invited,
        sortPeople(invitees).map((row) => [knownName(row), attendanceLabel(row.attendance, isBefore) ?? '', '']),
      ),
      ...section(
        labels.guests,
        guests.map(({ name, role }) => [name, role, '']),
      ),
    ],
    closing: [],
  };
}
