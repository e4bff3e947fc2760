import { useRef, useState } from 'react';
import { z } from 'zod';
import { day, requiredText } from '#contract/fields.ts';
import { type AuthorPage, createPaperUpload, replyToPaperRequest, sendPaper } from '#contract/paper-requests.ts';
import { formatHeadingDay } from '#domain/dates.ts';
import { extensionOf, sizeText } from '#domain/documents.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { paperLimits } from '#domain/paper-requests.ts';
import { call, endpointAddress } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { useStart } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import {
  beginTransfer,
  messageOf,
  type Transfer,
  transferMessage,
  uploadPercent,
} from '#web/features/core/uploads/transfer.ts';
import { extentText } from '#web/features/homes/paper-requests/papers.ts';
import { fileRefusal } from '#web/features/papers/documents/uploads/upload.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DropZone } from '#web/ui/feedback/drop-zone.tsx';
import { News } from '#web/ui/feedback/news.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { UploadRow, type UploadStatus } from '#web/ui/feedback/upload-row.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import styles from './author-papers.module.css';

type Paper = AuthorPage['papers'][number];

interface AuthorPaperProps {
  readonly uid: string;
  readonly paper: Paper;
  readonly today: string;
  readonly onPage: (page: AuthorPage) => void;
}

export function AuthorPaper({ uid, paper, today, onPage }: AuthorPaperProps) {
  const { settings } = useStart();
  const { sending, send, retry, cancel } = useSending(uid, paper.id, onPage);
  const types = settings.upload_types.map((type) => `.${type}`);
  const { submission } = paper;
  return (
    <section className={styles.paper} aria-labelledby={`paper-${paper.id}`}>
      <Stack gap="s">
        <div>
          <h2 id={`paper-${paper.id}`} className={styles.title}>
            {paper.title}
          </h2>
          {paper.item_title !== '' && paper.item_title !== paper.title && <p className="meta">{paper.item_title}</p>}
          <p className={paper.is_late ? styles.late : 'meta'}>
            {paper.is_late ? 'Was due' : 'Due'} {formatHeadingDay(paper.due_on)}
          </p>
        </div>
        {paper.note !== '' && <p className={styles.note}>{paper.note}</p>}
        {paper.sent_back !== null && <Notice tone="caution">Sent back: {paper.sent_back}</Notice>}
        <p>
          <News>{stateText(paper)}</News>
        </p>
        {submission !== null && (
          <UploadRow
            name={submission.filename}
            type={extensionOf(submission.filename) ?? ''}
            status={{
              kind: 'uploaded',
              text: `Sent, ${[...new Set([extentText(submission), sizeText(submission.byte_size)])].join(', ')}`,
            }}
          />
        )}
        {sending !== null && (
          <UploadRow
            name={sending.file.name}
            type={extensionOf(sending.file.name) ?? ''}
            status={sending.status}
            onRetry={sending.isFinal ? undefined : retry}
            onRemove={cancel}
          />
        )}
        {(sending === null || sending.status.kind === 'failed') && (
          <DropZone
            browseLabel={submission === null ? 'choose a file' : 'choose another file'}
            multiple={false}
            accept={types}
            onFiles={([file]) => file && send(file, fileRefusal(file, settings))}
          >
            {submission === null ? 'Drop the file here, or' : 'To replace it, drop a file here, or'}
          </DropZone>
        )}
        {paper.state === 'received' && <NoteField uid={uid} paper={paper} onPage={onPage} />}
        {paper.can.reply && <Replies uid={uid} paper={paper} today={today} onPage={onPage} />}
      </Stack>
    </section>
  );
}

function stateText({ state, more_time: more, sent_back: sentBack }: Paper): string {
  if (state === 'accepted' && sentBack !== null) return 'The previously accepted version is still in use.';
  if (state === 'accepted') return 'Accepted. Thank you. You can still send a new version.';
  if (state === 'received') return 'Received. You can replace the file until it is accepted.';
  if (state === 'declined') return 'You said that this is not for you. You can still send a file.';
  return more === null ? '' : `You asked for more time until ${formatHeadingDay(more.until)}.`;
}

interface Sending {
  readonly file: File;
  readonly status: UploadStatus;
  readonly isFinal: boolean;
}

function useSending(uid: string, id: string, onPage: AuthorPaperProps['onPage']) {
  const [sending, setSending] = useState<Sending | null>(null);
  const transfer = useRef<Transfer | null>(null);
  const sent = useRef(0);
  const show = (file: File, status: UploadStatus, isFinal = false): void => setSending({ file, status, isFinal });
  /** Discards uploaded bytes, which count towards the paper's limits. */
  const stop = (): void => {
    void transfer.current?.stop(true).catch(() => undefined);
    transfer.current = null;
  };
  useOnUnmount(stop);
  const handIn = async (file: File, uploadId: string): Promise<void> => {
    show(file, { kind: 'waiting', text: 'Checking the file' });
    try {
      const page = await call(sendPaper, { params: { uid, id }, body: { upload_id: uploadId } });
      onPage(page);
      setSending(null);
      if (page.needs_password) showToast(uploadMessages.needsPassword(file.name));
    } catch (error) {
      stop();
      show(file, { kind: 'failed', text: messageOf(error) }, true);
    }
  };
  const showProgress = (file: File, lost: boolean): void => {
    const percent = uploadPercent(sent.current, file.size);
    const text = lost ? `Connection lost at ${percent}%, trying again` : `${percent}% of ${sizeText(file.size)}`;
    show(file, { kind: 'uploading', percent, text });
  };
  const send = async (file: File, refusal: string | null): Promise<void> => {
    if (refusal !== null) return show(file, { kind: 'failed', text: refusal }, true);
    stop();
    sent.current = 0;
    showProgress(file, false);
    transfer.current = await beginTransfer(
      file,
      {
        onProgress(bytes) {
          sent.current = bytes;
          showProgress(file, false);
        },
        onInterrupted: () => showProgress(file, true),
        onArrived: (uploadId) => void handIn(file, uploadId),
        onFailed: (failure) =>
          show(file, {
            kind: 'failed',
            text: transferMessage(failure, { sent: sent.current, byteSize: file.size }),
          }),
      },
      { address: endpointAddress(createPaperUpload, { params: { uid, id } }) },
    );
    transfer.current.start();
  };
  return {
    sending,
    send: (file: File, refusal: string | null) => void send(file, refusal),
    retry: () => transfer.current?.start(),
    cancel: () => {
      stop();
      setSending(null);
    },
  };
}

function NoteField({ uid, paper, onPage }: Omit<AuthorPaperProps, 'today'>) {
  const saved = paper.submission?.note ?? '';
  const [note, setNote] = useState(saved);
  const reply = useCall(replyToPaperRequest, {
    onSuccess: (page) => {
      onPage(page);
      showToast('Note saved');
    },
  });
  const save = (): void => reply.mutate({ params: { uid, id: paper.id }, body: { reply: { kind: 'note', note } } });
  return (
    <Stack gap="s">
      <TextArea label="Note about the file" labelNote="Optional" rows={2} value={note} onChange={setNote} />
      {note.trim() !== saved && (
        <Cluster>
          <Button size="s" isPending={reply.isPending} onPress={save}>
            Save note
          </Button>
        </Cluster>
      )}
    </Stack>
  );
}

function Replies(props: AuthorPaperProps) {
  const { uid, paper, onPage } = props;
  const [isAsking, setAsking] = useState(false);
  const reply = useCall(replyToPaperRequest, { onSuccess: (page) => onPage(page) });
  const decline = (): void => reply.mutate({ params: { uid, id: paper.id }, body: { reply: { kind: 'decline' } } });
  return (
    <Cluster>
      <Button size="s" onPress={() => setAsking(true)}>
        I need more time
      </Button>
      <Button size="s" variant="quiet" isPending={reply.isPending} onPress={decline}>
        This is not for me
      </Button>
      {isAsking && <MoreTimeDialog {...props} onClose={() => setAsking(false)} />}
    </Cluster>
  );
}

const moreTimeSchema = z.object({ until: day, reason: requiredText(paperLimits.reasonCharactersMax) });

function MoreTimeDialog(props: AuthorPaperProps & { readonly onClose: () => void }) {
  const { uid, paper, today, onPage, onClose } = props;
  const form = useContractForm({
    endpoint: replyToPaperRequest,
    params: { uid, id: paper.id },
    schema: moreTimeSchema,
    defaults: { until: '', reason: '' },
    toBody: (checked) => ({ reply: { kind: 'more-time' as const, ...checked } }),
    fieldOf: (name) => name.replace(/^reply\./, '') as 'until' | 'reason',
    onSaved: (page) => {
      onPage(page);
      onClose();
    },
  });
  return (
    <FormDialog title="Ask for more time" submitLabel="Ask" form={form} onClose={onClose}>
      <FormField form={form} name="until">
        {(field) => <DateField label="Until" isRequired min={today} today={today} {...field} />}
      </FormField>
      <FormText form={form} name="reason" label="Why" isRequired />
    </FormDialog>
  );
}
