import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type AuditLine, listAudit } from '#contract/audit.ts';
import type { QueryInputOf } from '#contract/endpoint.ts';
import { auditKindLabels, auditKinds, auditTextOf } from '#domain/audit.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { isLocalDate, localToInstant } from '#domain/local-time.ts';
import { callWith } from '#web/api/call.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters } from '#web/ui/layout.tsx';
import styles from './audit-log.module.css';

/** As the address has it: anybody may have typed that. */
export interface AuditFilter {
  readonly member?: string | undefined;
  readonly kind?: string | undefined;
  /** Days of the board's time zone, `YYYY-MM-DD`, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** What the server is asked; what it would not understand is left out. */
export function auditQuery(filter: AuditFilter, timeZone: string): QueryInputOf<typeof listAudit> {
  const { member, from, to } = filter;
  const kind = auditKinds.find((known) => known === filter.kind);
  return {
    ...(member !== undefined && isId(member) ? { member } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(from !== undefined && isLocalDate(from) ? { from: startOf(from, timeZone) } : {}),
    ...(to !== undefined && isLocalDate(to) ? { to: startOf(dayAfter(to), timeZone) } : {}),
  };
}

const startOf = (date: string, timeZone: string): string =>
  localToInstant({ date, time: '00:00' }, timeZone).toISOString();

function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

const anybody = 'anybody';
const anything = 'anything';

/** Who did what, and when; filters are kept in the address. */
export function AuditLog() {
  const timeZone = useTimeZone();
  const filter: AuditFilter = useSearch({ from: '/shell/board/board-admins/admin/setup' });
  const navigate = useNavigate({ from: '/admin/setup' });
  const set = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), resetScroll: false });
  const query = auditQuery(filter, timeZone);
  const asked = useInfiniteQuery({
    queryKey: [listAudit.name, null, query],
    queryFn: ({ pageParam, signal }) =>
      callWith(listAudit, { query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.has_more ? last.lines.at(-1)?.id : undefined),
  });
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = asked;
  const people = data?.pages[0]?.people ?? [];
  const lines = data?.pages.flatMap((page) => page.lines);
  return (
    <div className={styles.log}>
      <Filters>
        <Select
          label="Who"
          value={people.some(({ member_id: id }) => id === filter.member) ? (filter.member ?? anybody) : anybody}
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
        <DateField label="From" value={filter.from ?? ''} onChange={(from) => set({ from: from || undefined })} />
        <DateField label="To" value={filter.to ?? ''} onChange={(to) => set({ to: to || undefined })} />
      </Filters>
      {lines === undefined ? (
        <WhileLoading what="The audit log" query={asked}>
          <ListSkeleton rows={8} />
        </WhileLoading>
      ) : (
        <Lines lines={lines} timeZone={timeZone} />
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function Lines({ lines, timeZone }: { readonly lines: readonly AuditLine[]; readonly timeZone: string }) {
  if (lines.length === 0) return <EmptyState title="Nothing found" text="Choose other people, things or days." />;
  return (
    <table className={styles.table} aria-label="Audit log">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className={styles.when}>
              <time dateTime={line.at}>{formatDocumentTime(line.at, timeZone)}</time>
            </td>
            <td className={styles.who}>{whoWords(line)}</td>
            <td>
              {auditTextOf(line.action)}
              {line.subject !== null && <span className={styles.subject}>{line.subject}</span>}
              {line.fields.length > 0 && (
                <span className={styles.fields}>{line.fields.map(fieldWords).join(', ')}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function whoWords({ by, by_link: isByLink, by_site_admin: isBySiteAdmin }: AuditLine): string {
  if (by !== null) return isByLink ? `${by.name}, by a link in a message` : by.name;
  return isBySiteAdmin ? 'Site administration' : 'By itself';
}

/** `reminder_minutes`: as a reader would say it. */
const fieldWords = (name: string): string => name.replaceAll('_', ' ');
