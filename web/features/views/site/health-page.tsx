import { useSuspenseQuery } from '@tanstack/react-query';
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getSiteHealth } from '#contract/site.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { SiteFrame } from './site-frame.tsx';

type Health = AnswerOf<typeof getSiteHealth>;

export function SiteHealthPage() {
  const timeZone = useTimeZone();
  const { settings } = useStart();
  const { data, refetch, isFetching } = useSuspenseQuery({ ...queryFor(getSiteHealth), staleTime: 0 });
  const problems = problemsOf(data, (at) => formatDocumentTime(at, timeZone));
  return (
    <SiteFrame
      page="health"
      actions={
        <Button icon={RefreshCw} isPending={isFetching} onPress={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      <Stack gap="l">
        {problems.length === 0 ? (
          <Notice icon={CircleCheck} isNews>
            No jobs have failed, and nothing is overdue.
          </Notice>
        ) : (
          problems.map((problem) => (
            <Notice key={problem} tone="caution" icon={TriangleAlert} isNews>
              {problem}
            </Notice>
          ))
        )}
        <Section title="Jobs">
          <DataTable
            label="Jobs by kind"
            columns={jobColumns}
            rows={data.jobs}
            keyOf={(job) => job.name}
            empty={<EmptyState level={3} title="No jobs are waiting" text="All jobs are done." />}
          />
        </Section>
        <Section title="This server">
          <FactsList>
            <FactsRow term="Version">{settings.version}</FactsRow>
            <FactsRow term="Mail server">
              {data.parts.smtp ? 'Set up' : 'None; messages are written to the outbox folder'}
            </FactsRow>
            <FactsRow term="Previews of office files">
              {data.parts.office
                ? 'Created'
                : 'None, because LibreOffice is not installed or cannot run. Office files can only be downloaded and are left out of board books.'}
            </FactsRow>
            <FactsRow term="Text in scanned pages">
              {data.parts.text_reader ? 'Recognised' : 'Not recognised on this server'}
            </FactsRow>
            <FactsRow term="Simultaneous jobs">{workerCount(data.parts.workers)}</FactsRow>
            <FactsRow term="Simultaneous previews, scans and board books">
              {workerCount(data.parts.slow_workers)}
            </FactsRow>
          </FactsList>
        </Section>
      </Stack>
    </SiteFrame>
  );
}

const jobColumns: readonly DataColumn<Health['jobs'][number]>[] = [
  { id: 'name', header: 'Job', cell: (job) => jobLabel(job.name) },
  { id: 'due', header: 'Due', align: 'end', cell: (job) => job.due },
  { id: 'running', header: 'Running', align: 'end', cell: (job) => job.running },
  { id: 'later', header: 'Later', align: 'end', cell: (job) => job.later },
  { id: 'retrying', header: 'Tried again', align: 'end', cell: (job) => job.retrying },
  { id: 'given-up', header: 'Failed', align: 'end', cell: (job) => job.given_up },
];

function jobLabel(name: string): string {
  const label = name.replaceAll('-', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

const workerCount = (workers: number) => (workers === 0 ? 'Handled by other processes' : workers);

/** Milliseconds. A shorter delay is normal, because jobs come in bursts. */
const lateAfterMs = 10 * 60_000;

function problemsOf(health: Health, timeOf: (instant: string) => string): readonly string[] {
  const givenUp = health.jobs.reduce((sum, row) => sum + row.given_up, 0);
  const isLate = (at: string | null): at is string => at !== null && Date.now() - Date.parse(at) > lateAfterMs;
  return [
    ...(givenUp > 0 ? [`Failed jobs: ${givenUp}. See the server’s log for the reasons.`] : []),
    ...(isLate(health.oldest_job)
      ? [`The oldest overdue job has been waiting since ${timeOf(health.oldest_job)}.`]
      : []),
  ];
}
