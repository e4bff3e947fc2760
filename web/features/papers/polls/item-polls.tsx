import { ListChecks, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { DeletedPoll, PollsOfItem } from '#contract/polls.ts';
import { restorePoll } from '#contract/polls.ts';
import { formatDate } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { CompactRow, Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { PollCard } from './poll-card.tsx';
import type { PollParent } from './poll-dialog.tsx';
import type { OfferedClosing } from './poll-form.ts';
import { pollNouns } from './poll-labels.ts';

const PollDialog = lazyPart(() => import('./poll-dialog.tsx'), 'PollDialog');

interface ItemPollsProps {
  readonly parent: PollParent;
  readonly of: PollsOfItem;
  readonly timeZone: string;
  readonly addsAtOnce?: boolean;
  readonly closings?: readonly OfferedClosing[];
}

export function ItemPolls({ parent, of, timeZone, addsAtOnce = false, closings }: ItemPollsProps) {
  const [isAdding, setAdding] = useState(addsAtOnce);
  const { polls, deleted, can } = of;
  if (polls.length + deleted.length === 0 && !can.create && !isAdding) return null;
  return (
    <Stack gap="s">
      {polls.map((poll) => (
        <PollCard key={poll.id} poll={poll} timeZone={timeZone} closings={closings} />
      ))}
      {can.create && (
        <Cluster>
          <Button size="s" icon={ListChecks} onPress={() => setAdding(true)}>
            Add a poll
          </Button>
        </Cluster>
      )}
      {deleted.length > 0 && (
        <Section title="Deleted polls" aside={deleted.length}>
          <Rows>
            {deleted.map((poll) => (
              <DeletedPollRow key={poll.id} poll={poll} timeZone={timeZone} />
            ))}
          </Rows>
        </Section>
      )}
      {isAdding && (
        <PollDialog target={parent} timeZone={timeZone} closings={closings} onClose={() => setAdding(false)} />
      )}
    </Stack>
  );
}

function DeletedPollRow({ poll, timeZone }: { readonly poll: DeletedPoll; readonly timeZone: string }) {
  const restore = useCall(restorePoll, {
    invalidates: pollNouns,
    onSuccess: () => void showToast('Poll restored'),
  });
  return (
    <Cluster>
      <CompactRow
        title={poll.question}
        meta={`Will be permanently removed on ${formatDate(poll.purged_at, timeZone)}`}
      />
      <Button
        size="s"
        icon={RotateCcw}
        aria-label={`Restore the poll ${poll.question}`}
        isPending={restore.isPending}
        onPress={() => restore.mutate({ params: { id: poll.id }, body: {} })}
      >
        Restore
      </Button>
    </Cluster>
  );
}
