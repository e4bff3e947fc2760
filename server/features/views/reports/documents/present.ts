import type { AnswerOf } from '#contract/endpoint.ts';
import type { getDocumentReaders, getDocumentsReport, ReportPerson } from '#contract/reports.ts';
import type { Reader } from '#server/db/board-scope.ts';
import type { ResultOf } from '#server/db/page-statement.ts';
import { type Period, presentBuckets, presentPeople } from '#server/features/views/reports/filter/present.ts';
import type { DayCount, ReportPersonRow } from '#server/features/views/reports/filter/queries.ts';
import type { openingTotals, ReaderRow, ReportDocument } from './queries.ts';

type DocumentsReport = AnswerOf<typeof getDocumentsReport>;

const namesMax = 3;

export function presentDocuments(
  reader: Reader,
  period: Period,
  found: {
    readonly documents: readonly ReportDocument[];
    readonly people: readonly ReportPersonRow[];
    readonly total: ResultOf<typeof openingTotals>;
    readonly days: readonly DayCount[];
  },
): DocumentsReport {
  const audienceOf = audiences(found.people);
  return {
    documents: found.documents.map((document) => {
      const { id, title, extension, page_count } = document;
      const audience = audienceOf(document.seen_by);
      const read = new Set(document.read_by);
      const notRead = audience.filter((person) => !read.has(person.member_id));
      return {
        id,
        title,
        extension,
        page_count,
        home_name: document.home_name,
        read_by: audience.length - notRead.length,
        audience: audience.length,
        not_read: notRead.slice(0, namesMax).map(({ name }) => name),
        openings: document.openings,
        last_opened_at: document.last_at?.toISOString() ?? null,
      };
    }),
    found: found.documents[0]?.found ?? 0,
    total: found.total ?? { openings: 0, documents: 0, readers: 0 },
    buckets: presentBuckets(reader, period, found.days),
  };
}

export function presentReaders(found: {
  readonly people: readonly ReportPersonRow[];
  readonly audience: readonly { readonly member_ids: readonly string[] }[];
  readonly readers: readonly ReaderRow[];
}): AnswerOf<typeof getDocumentReaders> {
  const known = new Map(presentPeople(found.people).map(({ person }) => [person.member_id, person]));
  const read = new Set(found.readers.map((row) => row.member_id));
  const audience = audiences(found.people)(found.audience.flatMap((row) => row.member_ids));
  return {
    readers: found.readers.flatMap(({ member_id: memberId, first_at: first, last_at: last, openings, downloads }) => {
      const person = known.get(memberId);
      if (!person) return [];
      return [{ ...person, first_at: first.toISOString(), last_at: last.toISOString(), openings, downloads }];
    }),
    not_read: audience.filter((person) => !read.has(person.member_id)),
  };
}

function audiences(rows: readonly ReportPersonRow[]): (seenBy: readonly string[]) => readonly ReportPerson[] {
  const active = presentPeople(rows)
    .filter(({ person, matchesFilter }) => matchesFilter && person.status === 'active' && !person.is_removed)
    .map(({ person }) => person);
  return (seenBy) => {
    const ids = new Set(seenBy);
    return active.filter((person) => ids.has(person.member_id));
  };
}
