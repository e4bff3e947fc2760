import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AuditLine, listAudit } from '#contract/audit.ts';
import type { QueryInputOf } from '#contract/endpoint.ts';
import { auditKindLabels, auditKinds, auditTextOf } from '#domain/audit.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { dayAfter, isLocalDate } from '#domain/days.ts';
import { zonedText } from '#domain/local-time.ts';
import { callWith } from '#web/api/call.ts';
import { useTimeZone } from '#web/api/start.ts';
import { idParam } from '#web/id-param.ts';
import { type ListAddress, useListAddress } from '#web/shell/use-list-address.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters } from '#web/ui/layout.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import { List } from '#web/ui/rows/list.tsx';
import styles from './audit-log.module.css';

const anybody = 'anybody';
const anything = 'anything';

export function AuditLog() {
  const timeZone = useTimeZone();
  const { search, set } = useListAddress();
  const query = auditQuery(search, timeZone);
  const pages = useInfiniteQuery({
    queryKey: [listAudit.name, null, query],
    queryFn: ({ pageParam, signal }) =>
      callWith(listAudit, { query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.has_more ? last.lines.at(-1)?.id : undefined),
  });
  const people = pages.data?.pages[0]?.people ?? [];
  const lines = pages.data?.pages.flatMap((page) => page.lines) ?? [];
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  return (
    <div className={styles.log}>
      <Filters>
        <Select
          label="Who"
          value={people.some(({ member_id: id }) => id === search.member) ? (search.member ?? anybody) : anybody}
          onChange={(member) => set({ member: member === anybody ? undefined : member })}
          options={[
            { value: anybody, label: 'Everybody' },
            ...people.map(({ member_id: value, name: label }) => ({ value, label })),
          ]}
        />
        <Select
          label="What"
          value={query.kind ?? anything}
          onChange={(kind) => set({ kind: kind === anything ? undefined : kind })}
          options={[
            { value: anything, label: 'Everything' },
            ...auditKinds.map((value) => ({ value, label: auditKindLabels[value] })),
          ]}
        />
        <DateField label="From" value={search.from ?? ''} onChange={(from) => set({ from: from || undefined })} />
        <DateField label="To" value={search.to ?? ''} onChange={(to) => set({ to: to || undefined })} />
      </Filters>
      <List loading={{ what: 'The audit log', query: pages }} skeleton={<ListSkeleton rows={8} />} more={pages}>
        <DataTable
          label="Audit log"
          columns={columns}
          rows={lines}
          keyOf={(line) => line.id}
          empty={<EmptyState title="Nothing found" text="Choose other people, actions or dates." />}
        />
      </List>
    </div>
  );
}

/** `from` and `to` are inclusive days in the board's time zone, as `YYYY-MM-DD`. */
export function auditQuery(filter: ListAddress['search'], timeZone: string): QueryInputOf<typeof listAudit> {
  const { from, to } = filter;
  return {
    member: idParam(filter.member),
    kind: auditKinds.find((known) => known === filter.kind),
    from: from !== undefined && isLocalDate(from) ? startOf(from, timeZone) : undefined,
    to: to !== undefined && isLocalDate(to) ? startOf(dayAfter(to), timeZone) : undefined,
  };
}

const startOf = (date: string, timeZone: string): string => zonedText({ date, time: '00:00' }, timeZone);

function columnsIn(timeZone: string): readonly DataColumn<AuditLine>[] {
  return [
    {
      id: 'when',
      header: 'When',
      isRowHeader: true,
      cell: ({ at }) => (
        <time className={styles.when} dateTime={at}>
          {formatDocumentTime(at, timeZone)}
        </time>
      ),
    },
    { id: 'who', header: 'Who', cell: whoText },
    { id: 'what', header: 'What', cell: (line) => <What line={line} /> },
  ];
}

function What({ line }: { readonly line: AuditLine }) {
  return (
    <>
      {auditTextOf(line.action)}
      {line.subject !== null && <span className={styles.subject}>{line.subject}</span>}
      {line.fields.length > 0 && <span className={styles.fields}>{line.fields.map(fieldLabel).join(', ')}</span>}
    </>
  );
}

function whoText({ by, by_link: isByLink, by_site_admin: isBySiteAdmin }: AuditLine): string {
  if (by !== null) return isByLink ? `${by.name}, through a link in a message` : by.name;
  return isBySiteAdmin ? 'Site administration' : 'Automatic';
}

const fieldLabel = (name: string): string => name.replaceAll('_', ' ');
