import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Download, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { getSignatureRequest, openSignatureFile, remindSigners, type SignatureRequest } from '#contract/signatures.ts';
import { formatHeadingDay } from '#domain/dates.ts';
import { sizeText } from '#domain/documents.ts';
import { shellLabels, signatureTitles } from '#domain/messages/general.ts';
import { signatureLabels } from '#domain/messages/signatures.ts';
import { fingerprintText } from '#domain/signatures.ts';
import { counted, isolated } from '#domain/text.ts';
import { endpointAddress } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard } from '#web/api/start.ts';
import { OpenedDocument } from '#web/features/papers/documents/opened-document.tsx';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageHead, PageToolbar } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { pageLineOf, type Stage, useStageState } from '#web/viewer/stage.ts';
import { StageMount } from '#web/viewer/stage-view.tsx';
import type { ViewedDocument } from '#web/viewer/types.ts';
import { VoidDialog } from './reason-dialog.tsx';
import { SignPanel } from './sign-panel.tsx';
import styles from './signatures.module.css';
import { Signers, StateBadge } from './signers.tsx';

export function SignPage() {
  const { id } = useParams({ from: '/shell/board/sign/$id' });
  const { request } = useSuspenseQuery(queryFor(getSignatureRequest, { params: { id } })).data;
  const board = useBoard();
  const [isLarge, setLarge] = useState(false);
  usePageTitle(`${signatureTitles.sign}, ${isolated(request.title)}`);
  if (board === null) return null;
  const addressOf = (copy: 'original' | 'signed') =>
    endpointAddress(openSignatureFile, { params: { id }, query: { board: board.board_info.board_id, copy } });
  const title = isolated(request.title);
  const shown = viewedOriginal(request, addressOf('original'));
  return (
    <Page>
      <PageToolbar
        keepsButtons
        crumbs={<Breadcrumbs items={[{ label: shellLabels.waiting, href: paths.waiting() }, { label: title }]} />}
      >
        {request.sealed_at !== null && (
          <LinkButton size="s" icon={Download} href={addressOf('signed')}>
            {signatureLabels.signedFile}
          </LinkButton>
        )}
      </PageToolbar>
      <PageHead
        title={request.can.sign ? `${signatureTitles.sign}: ${title}` : title}
        lede={
          request.state === 'open' ? `Until ${formatHeadingDay(request.last_day)}` : <StateBadge request={request} />
        }
      />
      <Columns
        width="wide"
        asideLabel={signatureTitles.sign}
        aside={
          <>
            <Section title={request.can.sign ? 'Document to sign' : 'Document details'}>
              <WhatIsSigned request={request} />
            </Section>
            {request.can.sign ? <SignPanel request={request} /> : <Outcome request={request} />}
            <Signers request={request} />
            <Desk request={request} />
          </>
        }
      >
        <SignedPages key={shown.id} document={shown} onLarge={() => setLarge(true)} />
      </Columns>
      {isLarge && (
        <OpenedDocument
          document={shown}
          reader={{ id: 'signer', name: '' }}
          annotationAccess="none"
          annotations={{ xfdf: '', revision: null }}
          onSaveAnnotations={refuseMarks}
          onClose={() => setLarge(false)}
        />
      )}
    </Page>
  );
}

const refuseMarks = async () => ({ kind: 'failed' }) as const;

const viewedOriginal = (request: SignatureRequest, url: string): ViewedDocument => ({
  id: request.version_id,
  title: isolated(request.title),
  kind: 'pdf',
  url,
  dateLine: '',
  extension: 'pdf',
  byteSize: request.byte_size,
  printable: true,
});

function WhatIsSigned({ request }: { readonly request: SignatureRequest }) {
  const own = request.signers.find(({ is_self: isSelf }) => isSelf);
  return (
    <FactsList>
      <FactsRow term="Document">
        {isolated(request.title)}, {sizeText(request.byte_size)}
      </FactsRow>
      {request.requested_by !== '' && <FactsRow term="Requested by">{isolated(request.requested_by)}</FactsRow>}
      {request.note !== '' && <FactsRow term="Note">{isolated(request.note)}</FactsRow>}
      {own !== undefined && own.capacity !== '' && <FactsRow term="Signing as">{isolated(own.capacity)}</FactsRow>}
      <FactsRow term="SHA-256">
        <span className={styles.fingerprint}>{fingerprintText(request.sha256)}</span>
      </FactsRow>
    </FactsList>
  );
}

function Outcome({ request }: { readonly request: SignatureRequest }) {
  const { state, closed_by: by, reason } = request;
  if (state === 'open') return null;
  const why = reason === '' ? '' : ` “${isolated(reason)}”`;
  const texts = {
    complete: request.sealed_at === null ? signatureLabels.making : signatureLabels.complete,
    declined: `${isolated(by ?? 'A signer')} declined to sign.${why}`,
    voided: `${isolated(by ?? 'A board admin')} voided the request.${why}`,
    expired: signatureLabels.expired,
    ended: signatureLabels.left,
  };
  return (
    <Notice tone={state === 'complete' ? 'info' : 'caution'} isNews>
      {texts[state]}
    </Notice>
  );
}

function Desk({ request: { id, can } }: { readonly request: SignatureRequest }) {
  const [isVoiding, setVoiding] = useState(false);
  const remind = useCall(remindSigners, {
    onSuccess: ({ recipient_count: count }) => showToast(`${counted(count, 'member')} reminded`),
  });
  if (!can.remind && !can.void) return null;
  return (
    <Stack gap="s">
      <Cluster>
        {can.remind && (
          <Button isPending={remind.isPending} onPress={() => remind.mutate({ params: { id }, body: {} })}>
            Remind
          </Button>
        )}
        {can.void && (
          <Button variant="danger" onPress={() => setVoiding(true)}>
            Void
          </Button>
        )}
      </Cluster>
      {isVoiding && <VoidDialog id={id} onClose={() => setVoiding(false)} />}
    </Stack>
  );
}

function SignedPages({ document, onLarge }: { readonly document: ViewedDocument; readonly onLarge: () => void }) {
  const [stage, setStage] = useState<Stage | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [page, line] = [useStageState(stage, (state) => state.page), useStageState(stage, pageLineOf)];
  return (
    <section className={styles.reader} aria-label={document.title}>
      <div className={styles.bar}>
        <span role="status">{line}</span>
        <span className="end">
          <IconButton icon={ChevronLeft} aria-label="Previous page" onPress={() => stage?.goToPage(page - 1)} />
          <IconButton icon={ChevronRight} aria-label="Next page" onPress={() => stage?.goToPage(page + 1)} />
          <IconButton icon={Maximize2} aria-label="Enlarge" onPress={onLarge} />
        </span>
      </div>
      <div className={styles.sheet}>
        {hasFailed ? (
          <Notice tone="caution">The document could not be shown. Reload the page.</Notice>
        ) : (
          <StageMount
            document={document}
            onStage={setStage}
            onFailed={() => setFailed(true)}
            onMissed={() => undefined}
          />
        )}
      </div>
    </section>
  );
}
