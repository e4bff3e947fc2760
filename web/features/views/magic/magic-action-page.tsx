import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { getMagicActionItem, type MagicActionItem, setMagicActionItem } from '#contract/action-items.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { actionStateLabels } from '#domain/action-items.ts';
import { formatHeadingDay } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { News } from '#web/ui/feedback/news.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import styles from './magic.module.css';
import { LogInNotice, MagicCardLoading, MagicGate } from './magic-frame.tsx';

const cardTitle = 'Your action item';

/** /action/{uid}, which needs no sign-in. Opening the page changes nothing. */
export function MagicActionPage() {
  const { uid } = useParams({ from: '/action/$uid' });
  const query = useQuery({ ...queryFor(getMagicActionItem, { params: { uid } }), throwOnError: false });
  return (
    <MagicGate query={query} what="action-item" loading={<MagicCardLoading title={cardTitle} />}>
      {(answer) => <LinkedAction key={uid} uid={uid} answer={answer} />}
    </MagicGate>
  );
}

const buttonLabels = { 'in-progress': 'In progress', done: 'Done' } as const;

function LinkedAction({ uid, answer }: { readonly uid: string; readonly answer: AnswerOf<typeof getMagicActionItem> }) {
  const { board, item, first_name: firstName } = answer;
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const [isThanked, setThanked] = useState(false);
  const heading = useRef<HTMLParagraphElement>(null);
  const set = useCall(setMagicActionItem, {
    onSuccess: (saved) => {
      client.setQueryData(queryFor(getMagicActionItem, { params: { uid } }).queryKey, saved);
      setNote('');
      setThanked(true);
      // Focuses the heading, because the pressed button may have disappeared.
      heading.current?.focus();
    },
  });
  const title = item.title ?? cardTitle;
  usePageTitle(title);
  const choices = (['in-progress', 'done'] as const).filter((to) => item.states.includes(to));
  const noteError = set.error?.fields?.note;
  return (
    <AuthFrame wide board={board} title={title} lede={<DueDay item={item} />}>
      <div className={styles['card-body']}>
        <Stack>
          <FactsList>
            <FactsRow term="State">{actionStateLabels[item.state]}</FactsRow>
            {item.meeting_title !== null && <FactsRow term="Meeting">{item.meeting_title}</FactsRow>}
            {item.notes !== null && item.notes !== '' && (
              <FactsRow term="Notes">
                <span className={styles['action-notes']}>{item.notes}</span>
              </FactsRow>
            )}
          </FactsList>
          {item.title === null && (
            <LogInNotice
              before="This board shows action items only to members who have logged in."
              after="to read this one."
            />
          )}
          <p ref={heading} tabIndex={-1}>
            <News>
              {isThanked
                ? `Thank you, ${firstName}. The action item is now ${actionStateLabels[item.state].toLowerCase()}.`
                : ''}
            </News>
          </p>
          {choices.length > 0 && (
            <>
              <TextArea
                label="Note"
                description="Added to the notes."
                rows={3}
                value={note}
                onChange={setNote}
                errorMessage={noteError}
              />
              <Cluster>
                {choices.map((to) => (
                  <Button
                    key={to}
                    variant={to === 'done' ? 'primary' : 'secondary'}
                    isPending={set.isPending}
                    onPress={() => set.mutate({ params: { uid }, body: { to, note } })}
                  >
                    {buttonLabels[to]}
                  </Button>
                ))}
              </Cluster>
            </>
          )}
        </Stack>
      </div>
    </AuthFrame>
  );
}

function DueDay({ item }: { readonly item: MagicActionItem }) {
  return (
    <time dateTime={item.due_on}>
      Due {formatHeadingDay(item.due_on)}
      {item.is_overdue && ', overdue'}
    </time>
  );
}
