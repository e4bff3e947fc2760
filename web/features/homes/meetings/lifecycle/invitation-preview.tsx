import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MailPreview as Mail, previewPublishing, sendPublishPreview } from '#contract/meetings.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import styles from './invitation-preview.module.css';
import { WordToMembers } from './word-to-members.tsx';

interface InvitationPreviewProps {
  readonly meetingId: string;
  readonly note: string;
  /** Stops fetching the preview, because a published meeting has none. */
  readonly isPublishing: boolean;
  readonly onNoteChange: (note: string) => void;
}

export function InvitationPreview({ meetingId, note, isPublishing, onNoteChange }: InvitationPreviewProps) {
  const [shownNote, setShownNote] = useState<string | null>(null);
  const params = { id: meetingId };
  const body = { note: shownNote ?? '' };
  const preview = useQuery({
    queryKey: [previewPublishing.name, params, body],
    queryFn: () => call(previewPublishing, { params, body }),
    enabled: shownNote !== null && !isPublishing,
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });
  const send = useCall(sendPublishPreview, { onSuccess: () => showToast('The preview is being sent to you') });
  return (
    <Stack gap="s">
      <WordToMembers
        value={note}
        onChange={onNoteChange}
        onBlur={() => setShownNote((shown) => (shown === null ? null : note))}
      />
      <Cluster>
        <Button
          size="s"
          aria-expanded={shownNote !== null}
          onPress={() => setShownNote((shown) => (shown === null ? note : null))}
        >
          {shownNote === null ? 'Preview the message' : 'Hide the preview'}
        </Button>
        <Button size="s" isPending={send.isPending} onPress={() => send.mutate({ params, body: { note } })}>
          Send it to me
        </Button>
      </Cluster>
      {shownNote !== null && (
        <section aria-label="Preview of the message" aria-busy={preview.isFetching}>
          {preview.data === undefined || preview.error !== null ? (
            <WhileLoading what="The preview" query={preview}>
              <Skeleton width={75} />
            </WhileLoading>
          ) : (
            <MailPreview mail={preview.data} />
          )}
        </section>
      )}
    </Stack>
  );
}

function MailPreview({ mail }: { readonly mail: Mail }) {
  return (
    <article className={styles.mail}>
      <p className={styles.subject}>
        <span className="meta">Subject</span> {mail.subject}
      </p>
      <h3 className={styles.title}>{mail.heading}</h3>
      {mail.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message is not reordered.
        <MailBlock key={index} block={block} />
      ))}
    </article>
  );
}

function MailBlock({ block }: { readonly block: Mail['blocks'][number] }) {
  switch (block.kind) {
    case 'paragraph':
      return <p className={styles.text}>{block.text}</p>;
    case 'note':
      return <p className={styles.note}>{block.text}</p>;
    case 'heading':
      return <h4 className={styles.heading}>{block.text}</h4>;
    case 'list':
      return (
        <ul className={styles.list}>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'facts':
      return (
        <dl className={styles.facts}>
          {block.rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={styles.text}>{value}</dd>
            </div>
          ))}
        </dl>
      );
    case 'buttons':
      return (
        <div>
          {block.label !== null && <p>{block.label}</p>}
          <p className={styles.buttons}>
            {block.buttons.map((label) => (
              <span key={label}>{label}</span>
            ))}
          </p>
        </div>
      );
    case 'agenda':
      return (
        <ol className={styles.agenda}>
          {block.lines.map(({ number, title, time, presenter, minutes }) => (
            <li key={number}>
              <span className="meta">{[time, number].filter((part) => part !== null).join('  ')}</span> {title}
              <span className="meta">
                {[presenter, minutes === null ? null : `${minutes} min`]
                  .filter((part) => part !== null)
                  .map((part) => ` · ${part}`)
                  .join('')}
              </span>
            </li>
          ))}
          {block.more !== null && <li className="meta">{block.more}</li>}
        </ol>
      );
  }
}
