import { useSuspenseQuery } from '@tanstack/react-query';
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getSiteHealth } from '#contract/site.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Table } from '#web/ui/rows/table.tsx';
import { SiteFrame } from './site-frame.tsx';

type Health = AnswerOf<typeof getSiteHealth>;

/** /admin/site/health: how jobs fare, in numbers; mail has a page of its own. */
export function SiteHealthPage() {
  const timeZone = useTimeZone();
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
            Nothing has been given up, and nothing that is due waits.
          </Notice>
        ) : (
          problems.map((problem) => (
            <Notice key={problem} tone="caution" icon={TriangleAlert} isNews>
              {problem}
            </Notice>
          ))
        )}
        <Section title="Jobs">
          <Table
            label="Jobs"
            columns={[
              { id: 'name', name: 'Job', isRowHeader: true },
              { id: 'due', name: 'Due', align: 'end' },
              { id: 'running', name: 'Running', align: 'end' },
              { id: 'later', name: 'Later', align: 'end' },
              { id: 'retrying', name: 'Tried again', align: 'end' },
              { id: 'given-up', name: 'Given up', align: 'end' },
            ]}
            rows={data.jobs.map((row) => ({
              id: row.name,
              cells: [words(row.name), row.due, row.running, row.later, row.retrying, row.given_up],
            }))}
            empty={<EmptyState level={3} title="No jobs wait" text="Everything that was asked for is done." />}
          />
        </Section>
        <Section title="This server">
          <FactsList>
            <FactsRow term="Mail server">
              {data.parts.smtp ? 'Set up' : 'None: messages are written into the outbox folder'}
            </FactsRow>
            <FactsRow term="Previews of office files">
              {data.parts.office ? 'Made' : 'Not made on this machine'}
            </FactsRow>
            <FactsRow term="Text of scanned pages">
              {data.parts.text_reader ? 'Read' : 'Not read on this machine'}
            </FactsRow>
            <FactsRow term="Jobs at once">{atOnce(data.parts.workers)}</FactsRow>
            <FactsRow term="Previews, scans and board books at once">{atOnce(data.parts.slow_workers)}</FactsRow>
          </FactsList>
        </Section>
      </Stack>
    </SiteFrame>
  );
}

const atOnce = (workers: number) => (workers === 0 ? 'None here: other processes do them' : workers);

/** A little while is no sign of trouble: jobs come in bursts. */
const patienceMs = 10 * 60_000;

function problemsOf(health: Health, timeOf: (instant: string) => string): readonly string[] {
  const givenUp = health.jobs.reduce((sum, row) => sum + row.given_up, 0);
  const isLate = (at: string | null): at is string => at !== null && Date.now() - Date.parse(at) > patienceMs;
  return [
    ...(givenUp > 0 ? [`Jobs that were given up: ${givenUp}. The server’s log says why.`] : []),
    ...(isLate(health.oldest_job) ? [`The oldest job that is due waits since ${timeOf(health.oldest_job)}.`] : []),
  ];
}

/** `send-mail`: as a reader would say it. */
const words = (name: string): string => {
  const said = name.replaceAll('-', ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
};
