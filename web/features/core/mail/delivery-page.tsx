import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, RotateCcw, Send, TriangleAlert } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type DeliveryState, listDeliveries, type MailDelivery, resendMail, sendTestMail } from '#contract/mail.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { mailLabel } from '#domain/mail.ts';
import { callWith } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { List } from '#web/ui/rows/list.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import styles from './delivery-page.module.css';

type Shown = DeliveryState | 'all';

const options = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'queued', label: 'Queued' },
  { value: 'sent', label: 'Sent' },
  { value: 'dropped', label: 'Not sent' },
] as const satisfies readonly { readonly value: Shown; readonly label: string }[];

interface DeliveryPageProps {
  /** Passed in, because this layer may not import from site administration. */
  readonly Frame: ComponentType<{ readonly actions: ReactNode; readonly children: ReactNode }>;
}

export function DeliveryPage({ Frame }: DeliveryPageProps) {
  const client = useQueryClient();
  const [shown, setShown] = useState<Shown>('all');
  const pages = useDeliveries(shown);
  const resend = useCall(resendMail, {
    onSuccess: async () => {
      showToast('The message will be sent again');
      await client.invalidateQueries({ queryKey: [listDeliveries.name] });
    },
  });
  const trial = useCall(sendTestMail);
  const counts = pages.data?.pages[0]?.counts;
  const messages = pages.data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <Frame
      actions={
        <Button icon={Send} isPending={trial.isPending} onPress={() => trial.mutate({ body: {} })}>
          Send a test message
        </Button>
      }
    >
      <Stack gap="l">
        {trial.data !== undefined && !trial.isPending && <TrialOutcome outcome={trial.data} />}
        {counts !== undefined && (
          <p className="muted" role="status">
            {counts.queued} waiting. Last 7 days: {counts.sent} sent, {counts.failed} failed.
          </p>
        )}
        <div className={styles.filter}>
          <Segmented label="Show" options={options} value={shown} onChange={setShown} />
        </div>
        <List
          loading={{ what: 'The messages', query: pages }}
          isEmpty={messages.length === 0}
          empty={
            <EmptyState
              title={shown === 'failed' ? 'No failed messages' : 'No messages here'}
              text="Messages are listed here as soon as they are queued. Their contents are not shown."
            />
          }
          more={pages}
        >
          <Rows label="Messages">
            {messages.map((message) => (
              <Message
                key={message.id}
                message={message}
                isPending={resend.isPending && resend.variables.params.id === message.id}
                onResend={() => resend.mutate({ params: { id: message.id }, body: {} })}
              />
            ))}
          </Rows>
        </List>
      </Stack>
    </Frame>
  );
}

function useDeliveries(shown: Shown) {
  return useInfiniteQuery({
    queryKey: [listDeliveries.name, shown],
    queryFn: ({ pageParam, signal }) =>
      callWith(listDeliveries, { query: { ...(shown === 'all' ? {} : { state: shown }), ...pageParam } }, signal),
    initialPageParam: {} as { readonly before?: string; readonly before_id?: string },
    getNextPageParam: (page: AnswerOf<typeof listDeliveries>) => {
      const last = page.messages.at(-1);
      return page.has_more && last ? { before: last.queued_at, before_id: last.id } : undefined;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const states: Readonly<
  Record<DeliveryState, { readonly label: string; readonly tone: 'plain' | 'caution' | 'positive' | 'negative' }>
> = {
  queued: { label: 'Queued', tone: 'caution' },
  failed: { label: 'Failed', tone: 'negative' },
  sent: { label: 'Sent', tone: 'positive' },
  dropped: { label: 'Not sent', tone: 'plain' },
};

function TrialOutcome({ outcome: { to, outcome, reply } }: { readonly outcome: AnswerOf<typeof sendTestMail> }) {
  if (outcome === 'refused') {
    return (
      <Notice tone="caution" icon={TriangleAlert} isNews>
        The test message to {to} could not be sent. Reason: {reply}
      </Notice>
    );
  }
  return (
    <Notice icon={CircleCheck} isNews>
      {outcome === 'kept'
        ? `No mail server is set up. The test message to ${to} is in the outbox folder.`
        : `The mail server has accepted the test message to ${to}. Its reply: ${reply}`}
    </Notice>
  );
}

interface MessageProps {
  readonly message: MailDelivery;
  readonly isPending: boolean;
  readonly onResend: () => void;
}

function Message({ message, isPending, onResend }: MessageProps) {
  const timeZone = useTimeZone();
  const { state, reason, attempts } = message;
  const { label, tone } = states[state];
  const at = formatDocumentTime(message.ended_at ?? message.queued_at, timeZone);
  return (
    <div className={styles.message}>
      <div>
        <p className={styles.to}>{message.recipient ?? 'Removed person'}</p>
        <p className="meta">
          {mailLabel(message.kind)}
          {message.board_title !== null && `, ${message.board_title}`}
        </p>
        {reason !== null && (
          <p className={styles.reason}>
            {reason}
            {attempts > 1 && ` (${attempts} attempts)`}
          </p>
        )}
      </div>
      <div className={styles.state}>
        <Badge tone={tone}>{label}</Badge>
        <span className="meta">{at}</span>
        {message.can.resend && (
          <Button
            size="s"
            icon={RotateCcw}
            aria-label={`Send again to ${message.recipient ?? 'nobody'}`}
            isPending={isPending}
            onPress={onResend}
          >
            Send again
          </Button>
        )}
      </div>
    </div>
  );
}
