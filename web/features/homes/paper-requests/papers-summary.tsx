import { FileInput } from 'lucide-react';
import type { Meeting } from '#contract/meetings.ts';
import type { PaperRequestsOfMeeting } from '#contract/paper-requests.ts';
import { papersSummary } from '#domain/paper-requests.ts';
import { counted } from '#domain/text.ts';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { asking, usePapers } from './papers.ts';

const AskDialog = lazyPart(() => import('./ask-dialog.tsx'), 'AskDialog');

export function PapersSummary({ meeting }: { readonly meeting: Pick<Meeting, 'id' | 'agenda_items' | 'can'> }) {
  const { data } = usePapers(meeting.id, { enabled: meeting.can.edit });
  const asked = useStore(asking);
  if (data === undefined) return null;
  const { requests, can } = data;
  const canAsk = can.ask && meeting.agenda_items.some(({ withheld }) => withheld === null);
  if (requests.length === 0 && !canAsk) return null;
  return (
    <>
      <Notice
        icon={FileInput}
        tone={requests.some(({ is_late: isLate }) => isLate) ? 'caution' : 'info'}
        isNews
        actions={
          canAsk && (
            <Button size="s" onPress={() => asking.set({ itemId: 'all' })}>
              Ask for papers
            </Button>
          )
        }
      >
        {summaryOf(data)}
      </Notice>
      {asked !== null && canAsk && (
        <AskDialog
          key={asked.itemId}
          meeting={meeting}
          papers={data}
          itemId={asked.itemId}
          onClose={() => asking.set(null)}
        />
      )}
    </>
  );
}

function summaryOf({ requests, expected }: PaperRequestsOfMeeting): string {
  if (requests.length > 0) return papersSummary(requests);
  if (expected.length > 0) return `You asked for ${counted(expected.length, 'paper')} last time.`;
  return 'Authors can send their papers through a link, without an account.';
}
